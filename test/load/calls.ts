import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { table } from '../support/figures.ts';
import { type RoomServer, startOnDisk, startRoomServer, workerOptions } from '../support/room-server.ts';
import { residentBytes } from '../support/server-process.ts';

/** What the product's growth is told apart from the runtime's by: workers that keep nothing. */
const CONTROLS = {
  'a worker that asks its database once': `export default {
    async fetch(_request, env) {
      await env.DB.prepare('SELECT 1').all();
      return Response.json({ ok: true });
    },
  };`,
  'a worker that asks nothing': `export default { fetch: () => Response.json({ ok: true }) };`,
};

/** After so many calls the memory is looked at. */
const CALLS = [0, 6_000, 12_000, 24_000];
const AT_ONCE = 20;

interface Growth {
  server: string;
  /** Bytes that the runtime holds, by {@link CALLS}. */
  resident: number[];
}

export async function measureCalls(report: (line: string) => void): Promise<Growth[]> {
  const growths = [await grow('the product', await startRoomServer())];
  for (const [server, script] of Object.entries(CONTROLS)) {
    // oxlint-disable-next-line no-await-in-loop -- one server at a time
    growths.push(await grow(server, await startControl(script)));
  }
  return growths;

  async function grow(server: string, room: RoomServer): Promise<Growth> {
    const resident: number[] = [];
    let calls = 0;
    for (const upTo of CALLS) {
      const caller = async () => {
        while (calls < upTo) {
          calls += 1;
          // A call that asks the database once, where it is the product's.
          const answer = await fetch(new URL('/api/health', room.url));
          await answer.text();
          if (!answer.ok) throw new Error(`The call was answered ${answer.status}`);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, caller));
      resident.push(residentBytes());
      report(`${server}: ${calls} calls`);
    }
    await room.close();
    return { server, resident };
  }
}

async function startControl(source: string): Promise<RoomServer> {
  const folder = mkdtempSync(join(tmpdir(), 'headroom-calls-'));
  const script = join(folder, 'worker.js');
  writeFileSync(script, source);
  const server = await startOnDisk((stateDir) =>
    workerOptions({ script, stateDir, objects: {}, env: { DB: { type: 'd1', id: 'control' } } }),
  );
  rmSync(folder, { recursive: true });
  return server;
}

/** What calls leave in the memory of a server, and of those that it is compared with. */
export const callsTable = (growths: readonly Growth[]): string =>
  table(
    ['resident memory, MiB, after', ...CALLS.map((calls) => `${calls.toLocaleString('en-US')} calls`)],
    growths.map(({ server, resident }) => [server, ...resident.map((bytes) => (bytes / 2 ** 20).toFixed(0))]),
  ).join('\n');
