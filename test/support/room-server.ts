import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { Miniflare, type MiniflareOptions } from 'miniflare';
import { WITHOUT_LIMITS } from '../../scripts/variables.ts';

/** The output of `npm run build` for the worker. */
export const BUILT_WORKER = resolve('dist/headroom/index.js');

/** The worker's name inside its runtime: bindings refer to their classes by it. */
const WORKER = 'headroom';

/** The worker's own log lines are JSON; only those with level "error" matter here. The runtime's own lines are plain text. */
const isError = (line: string): boolean => line.trim() !== '' && !/^\{"level":"(?!error")/.test(line);

const sayError = (line: string): void => void process.stderr.write(`${line}\n`);

/** The build writes the worker as one module. */
const manifestOf = (script: string) => ({
  mainModule: basename(script),
  modulesRoot: dirname(script),
  modules: { [basename(script)]: { type: 'esm' as const, contents: readFileSync(script, 'utf8') } },
});

type WorkerConfig = MiniflareOptions['workers'][number]['config'];

interface WorkerServer {
  script: string;
  /** Folder of the state on disk: Durable Objects below `do`, D1 below `d1`. */
  stateDir: string;
  /** Binding name → class name of each Durable Object. */
  objects: Record<string, string>;
  env?: WorkerConfig['env'];
  onError?: (line: string) => void;
}

/** Miniflare's options for one worker on a free port. */
export const workerOptions = ({
  script,
  stateDir,
  objects,
  env,
  onError = sayError,
}: WorkerServer): MiniflareOptions => ({
  port: 0,
  logRequests: false,
  handleStructuredLogs: ({ message }) => {
    for (const line of message.split('\n')) if (isError(line)) onError(line);
  },
  resourcePersistencePath: stateDir,
  workers: [
    {
      config: {
        name: WORKER,
        compatibilityDate: '2026-07-01',
        compatibilityFlags: ['nodejs_compat'],
        manifest: manifestOf(script),
        env: {
          ...env,
          ...Object.fromEntries(
            Object.entries(objects).map(([binding, exportName]) => [
              binding,
              { type: 'durable-object' as const, worker: WORKER, exportName },
            ]),
          ),
        },
        exports: Object.fromEntries(
          Object.values(objects).map((name) => [name, { type: 'durable-object' as const, storage: 'sqlite' as const }]),
        ),
      },
    },
  ],
});

/** Miniflare's options for a built worker of this product, without limits unless other `variables` are given. */
export const roomOptions = (
  script: string,
  stateDir: string,
  onError = sayError,
  variables: Record<string, string> = WITHOUT_LIMITS,
): MiniflareOptions =>
  workerOptions({
    script,
    stateDir,
    onError,
    objects: { ROOMS: 'EventRoom', HUBS: 'AccountHub' },
    env: {
      DB: { type: 'd1', id: 'headroom' },
      ...Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, { type: 'text' as const, value }])),
      SUPPORT_EMAIL: { type: 'text', value: 'support@headroom.test' },
    },
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
