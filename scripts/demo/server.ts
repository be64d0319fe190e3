import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { bundleWorker } from '../../test/support/bundle-worker';
import { localOrigin, ON_ITS_OWN, WITHOUT_LIMITS } from '../variables';

const READY_WITHIN_MS = 60_000;
/** How much of the server's output is kept for an error message: its end, in UTF-16 units. */
const LOG_LENGTH = 10_000;

export interface ServerOptions {
  stateDir: string;
  buildDir: string;
  host: string;
  port: number;
  /** Variables of the worker besides those of a demo. */
  variables?: NodeJS.ProcessEnv;
}

export interface DemoServer {
  url: string;
  /** Resolves when the server has stopped by itself. */
  stopped: Promise<unknown>;
  stop(): Promise<void>;
}

/** Builds the product as another worker, for example with a clock that clients can set (worker/past.ts). Returns the build folder to serve. */
export async function buildAs(entry: string, buildDir: string): Promise<string> {
  const script = await bundleWorker(entry);
  const folder = dirname(script);
  const config: object = JSON.parse(readFileSync(resolve(buildDir, 'headroom/wrangler.json'), 'utf8'));
  mkdirSync(join(folder, 'headroom'), { recursive: true });
  // The script must be beside its configuration: workerd loads no module from above that folder.
  renameSync(script, join(folder, 'headroom/index.js'));
  const own = { ...config, main: 'index.js', assets: undefined };
  writeFileSync(join(folder, 'headroom/wrangler.json'), JSON.stringify(own));
  return folder;
}

/**
 * Serves a build as `npm start` does. Resolves when the server is ready.
 *
 * @throws {Error} the port is taken, the database cannot be prepared, or the server ends or does not answer in time
 */
export async function serve({ stateDir, buildDir, host, port, variables = {} }: ServerOptions): Promise<DemoServer> {
  const url = localOrigin(host, port);
  if (await isServed(url)) throw new Error(`Something else is at ${url} already. PORT may name another port.`);
  const place = { STATE_DIR: stateDir, BUILD_DIR: buildDir, HOST: host, PORT: String(port) };
  // The demo sends a whole festival's taps within a minute, so the limits are off.
  const env = { ...process.env, ...ON_ITS_OWN, ...WITHOUT_LIMITS, ...variables, ...place };
  const migrated = spawnSync(process.execPath, ['scripts/migrate-local.mjs'], { env, encoding: 'utf8' });
  if (migrated.status !== 0) throw new Error(`The database could not be prepared:\n${migrated.stderr}`);
  const server = spawn(process.execPath, ['scripts/start.mjs'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let log = '';
  for (const stream of [server.stdout, server.stderr]) {
    stream.on('data', (data: Buffer) => {
      log = (log + data.toString()).slice(-LOG_LENGTH);
    });
  }
  const stopped = once(server, 'exit');
  const deadline = Date.now() + READY_WITHIN_MS;
  while (!(await isServed(url))) {
    if (server.exitCode !== null || Date.now() > deadline) throw new Error(`The server did not start:\n${log}`);
    await sleep(200);
  }
  return {
    url,
    stopped,
    stop: async () => {
      server.kill('SIGTERM');
      await stopped;
    },
  };
}

const isServed = (url: string): Promise<boolean> =>
  fetch(`${url}/api/health`).then(
    () => true,
    () => false,
  );
