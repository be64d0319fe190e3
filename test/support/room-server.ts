import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { Miniflare, type MiniflareOptions } from 'miniflare';
import { WITHOUT_LIMITS } from '../../scripts/variables.ts';
import { HeapProbe } from './heap.ts';

/** The output of `npm run build` for the worker. */
export const BUILT_WORKER = resolve('dist/headroom/index.js');

/** The worker's name inside its runtime; bindings refer to its classes by this name. */
const WORKER = 'headroom';

/** The runtime says so when an object moves its alarm in the moment in which it is due. */
const MOVED_ALARM = 'SQLite alarm handler canceled with requestScheduledAlarm';

/** The worker's own log lines are JSON; only those with level "error" matter here. The runtime's lines are plain text. */
const isError = (line: string): boolean =>
  line.trim() !== '' && !/^\{"level":"(?!error")/.test(line) && !line.includes(MOVED_ALARM);

interface ServerOptions {
  /** A worker of one module. */
  script?: string;
  /** The folder of its state. Without one, a temporary folder is used and deleted when the server closes. */
  stateDir?: string;
  /** By default a free port; a server that is killed must come back on its own. */
  port?: number;
  /** Lets a probe look into the worker; the runtime then notes more for its inspector. */
  isInspected?: boolean;
  /** Binding name → class name of each Durable Object. */
  objects?: Record<string, string>;
  variables?: Record<string, string>;
  onError?: (line: string) => void;
}

function optionsOf(stateDir: string, options: ServerOptions): MiniflareOptions {
  const {
    script = BUILT_WORKER,
    port = 0,
    isInspected = false,
    objects = { ROOMS: 'EventRoom', HUBS: 'AccountHub', MONITOR: 'ServiceMonitor', RELAYS: 'ViewerRelay' },
    variables = WITHOUT_LIMITS,
    onError = (line) => void process.stderr.write(`${line}\n`),
  } = options;
  const entries = <T>(of: Record<string, string>, make: (value: string) => T) =>
    Object.fromEntries(Object.entries(of).map(([name, value]) => [name, make(value)]));
  const classes = Object.fromEntries(Object.values(objects).map((name) => [name, name]));
  return {
    port,
    ...(isInspected && { inspectorPort: 0 }),
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
          manifest: {
            mainModule: basename(script),
            modulesRoot: dirname(script),
            modules: { [basename(script)]: { type: 'esm', contents: readFileSync(script, 'utf8') } },
          },
          env: {
            DB: { type: 'd1', id: 'headroom' },
            SUPPORT_EMAIL: { type: 'text', value: 'support@headroom.test' },
            ...entries(variables, (value) => ({ type: 'text' as const, value })),
            ...entries(objects, (exportName) => ({ type: 'durable-object' as const, worker: WORKER, exportName })),
          },
          exports: entries(classes, () => ({ type: 'durable-object' as const, storage: 'sqlite' as const })),
        },
      },
    ],
  };
}

async function migrateDatabase(mf: Miniflare): Promise<void> {
  const db = await mf.getD1Database('DB');
  const files = readdirSync('migrations').filter((name) => name.endsWith('.sql'));
  for (const file of files.toSorted()) {
    for (const statement of readFileSync(join('migrations', file), 'utf8').split('--> statement-breakpoint')) {
      await db.prepare(statement).run();
    }
  }
}

export interface RoomServer {
  url: URL;
  /** Looks into the heap that worker and objects share, if the server is inspected. */
  probeHeap: () => Promise<HeapProbe>;
  /** Bytes of JavaScript that worker and objects hold after a garbage collection, if the server is inspected. */
  heapBytes: () => Promise<number>;
  close(): Promise<void>;
}

/** Starts a worker on workerd, on a free port, with its state on disk; by default the built product without limits. */
export async function startRoomServer(options: ServerOptions = {}): Promise<RoomServer> {
  const stateDir = options.stateDir ?? mkdtempSync(join(tmpdir(), 'headroom-room-'));
  const isNew = !existsSync(join(stateDir, 'd1'));
  const mf = new Miniflare(optionsOf(stateDir, options));
  const url = await mf.ready;
  if (isNew) await migrateDatabase(mf);
  const probeHeap = async () =>
    await HeapProbe.open(await mf.getInspectorURL(), WORKER, () => fetch(new URL('/api/health', url)));
  return {
    url,
    probeHeap,
    heapBytes: async () => {
      const probe = await probeHeap();
      const held = await probe.heldBytes();
      probe.close();
      return held;
    },
    close: async () => {
      await mf.dispose();
      if (options.stateDir === undefined) rmSync(stateDir, { recursive: true, force: true });
    },
  };
}
