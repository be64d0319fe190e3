import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { Miniflare, type MiniflareOptions } from 'miniflare';

/** What `npm run build` makes of the worker. */
export const BUILT_WORKER = resolve('dist/headroom/index.js');

/** Whatever the server says but for structured lines of a lower level, such as those of each call. */
const isError = (line: string): boolean => line.trim() !== '' && !/^\{"level":"(?!error")/.test(line);

const sayError = (line: string): void => void process.stderr.write(`${line}\n`);

/** Miniflare's options for a built worker of this product, its state on disk below `stateDir`, on a free port. */
export const roomOptions = (script: string, stateDir: string, onError = sayError): MiniflareOptions => ({
  port: 0,
  handleRuntimeStdio: (...streams: Readable[]) => {
    for (const input of streams) createInterface({ input }).on('line', (line) => isError(line) && onError(line));
  },
  compatibilityDate: '2026-07-01',
  compatibilityFlags: ['nodejs_compat'],
  durableObjectsPersist: join(stateDir, 'do'),
  d1Persist: join(stateDir, 'd1'),
  modules: true,
  modulesRoot: dirname(script),
  scriptPath: script,
  modulesRules: [{ type: 'ESModule', include: ['**/*.js'] }],
  d1Databases: { DB: 'headroom' },
  durableObjects: {
    ROOMS: { className: 'EventRoom', useSQLite: true },
    HUBS: { className: 'AccountHub', useSQLite: true },
  },
  // Load comes in faster than from a thumb: the limit on frames is not what is tried here.
  bindings: { MAX_FRAMES_PER_SECOND: '1000000', SUPPORT_EMAIL: 'support@headroom.test' },
});

export async function migrateDatabase(mf: Miniflare): Promise<void> {
  const db = await mf.getD1Database('DB');
  const folder = resolve('migrations');
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()) {
    for (const statement of readFileSync(join(folder, file), 'utf8').split('--> statement-breakpoint')) {
      await db.prepare(statement).run();
    }
  }
}

export interface RoomServer {
  url: URL;
  close(): Promise<void>;
}

/** Workerd on a free port with a state on disk of its own, which `close` deletes. */
export async function startOnDisk(
  optionsOf: (stateDir: string) => MiniflareOptions,
  prepare: (mf: Miniflare) => Promise<void> = async () => {},
): Promise<RoomServer> {
  const stateDir = mkdtempSync(join(tmpdir(), 'headroom-room-'));
  const mf = new Miniflare(optionsOf(stateDir));
  const url = await mf.ready;
  await prepare(mf);
  return {
    url,
    close: async () => {
      await mf.dispose();
      rmSync(stateDir, { recursive: true, force: true });
    },
  };
}

export const startRoomServer = (script = BUILT_WORKER): Promise<RoomServer> =>
  startOnDisk((stateDir) => roomOptions(script, stateDir), migrateDatabase);
