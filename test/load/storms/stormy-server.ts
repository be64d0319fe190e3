import process from 'node:process';
import { WITHOUT_LIMITS } from '../../../scripts/variables';
import { bundleWorker } from '../../support/bundle-worker';
import { comesTrue } from '../../support/eventually';
import { freePort } from '../../support/loopback';
import { startRoomServer } from '../../support/room-server';
import { workerdPids } from '../../support/server-process';
import { WITHIN_MS } from '../venues';

const LOOK_EVERY_MS = 50;
export const OPERATOR_TOKEN = 'the-operator-token-of-the-storms';

/** The product with switches for faults (test/workers/storms.ts). */
export interface StormyServer {
  url: URL;
  /** The server's error lines since the last call. */
  takeErrorLines(): string[];
  /** Turns a switch; returns its answer. */
  storm(path: string, body?: unknown): Promise<string>;
  /** kill -9 of the runtime. Miniflare starts it again, on the same state and port. */
  kill(): void;
  /** Resolves to true once the server answers. */
  answers(): Promise<boolean>;
  close(): Promise<void>;
}

export async function startStormyServer(): Promise<StormyServer> {
  let errorLines: string[] = [];
  const server = await startRoomServer({
    script: await bundleWorker('test/workers/storms.ts'),
    port: await freePort(),
    variables: { ...WITHOUT_LIMITS, OPERATOR_TOKEN },
    onError: (line) => errorLines.push(line),
  });
  const { url } = server;
  return {
    ...server,
    takeErrorLines: () => {
      const lines = errorLines;
      errorLines = [];
      return lines;
    },
    storm: async (path, body) => {
      const answer = await fetch(new URL(`/storm/${path}`, url), {
        method: 'POST',
        body: JSON.stringify(body ?? null),
      });
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      return await answer.text();
    },
    kill: () => {
      for (const pid of workerdPids()) process.kill(pid, 'SIGKILL');
    },
    answers: () =>
      comesTrue(
        async () => (await fetch(new URL('/api/health', url)).catch(() => null))?.ok === true,
        WITHIN_MS,
        LOOK_EVERY_MS,
      ),
  };
}
