import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { localOrigin, ON_ITS_OWN } from '../../scripts/variables';
import { comesTrue } from './eventually';
import { freePort } from './loopback';
import { workerdPids } from './server-process';

const READY_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 200;
export const BUILD_DIR = resolve('.tmp/build');

/** Rejects with the command's stderr output. */
const run = async (command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> => {
  await promisify(execFile)(command, args, { env: { ...process.env, ...env } });
};

/**
 * Builds into a folder of its own, because a running `npm start` serves files from the default one. The build is a
 * production build: under the tests' own NODE_ENV it would contain React's slow development build.
 */
export function buildProduct(): Promise<void> {
  return run('vite', ['build', '-c', 'web/vite.config.ts', '--logLevel', 'warn'], {
    BUILD_DIR,
    NODE_ENV: 'production',
  });
}

/** Where the product runs: by default in a folder of its own, on a free port of loopback, from {@link buildProduct}'s build. */
interface Place {
  stateDir: string;
  buildDir: string;
  host: string;
  port: number;
}

/** The built product, served as `npm start` does. */
export class Product {
  private readonly folder = mkdtempSync(join(tmpdir(), 'headroom-state-'));
  readonly stateDir: string;
  /** The server's output. */
  readonly logFile = join(this.folder, 'server.log');
  url = '';
  /** Resolves when the server that was started last has ended. */
  stopped: Promise<unknown> = Promise.resolve();
  private server: ChildProcess | null = null;
  private readonly place: Partial<Place>;
  private readonly variables: NodeJS.ProcessEnv;

  /** @param variables the worker's environment variables; without them the worker uses no outside service */
  constructor(variables: NodeJS.ProcessEnv = {}, place: Partial<Place> = {}) {
    this.variables = { ...ON_ITS_OWN, ...variables };
    this.place = place;
    this.stateDir = place.stateDir ?? this.folder;
  }

  /** Chooses the port before the start, so that others know the address meanwhile. Returns the address. */
  async takePort(): Promise<string> {
    this.place.port ??= await freePort();
    this.url = localOrigin(this.place.host ?? '127.0.0.1', this.place.port);
    return this.url;
  }

  /**
   * @param built a build to wait for while the database is created
   * @throws {Error} the port is taken, the database cannot be prepared, or the server is not healthy in time
   */
  async start(built?: Promise<void>): Promise<void> {
    await this.takePort();
    if (await this.isHealthy())
      throw new Error(`Something else is at ${this.url} already. PORT may name another port.`);
    const { buildDir = BUILD_DIR, host = '127.0.0.1', port } = this.place;
    const own = { STATE_DIR: this.stateDir, BUILD_DIR: buildDir, PORT: String(port), HOST: host };
    const env = { ...own, ...this.variables };
    await Promise.all([run(process.execPath, ['scripts/migrate-local.mjs'], env), built]);
    const output = openSync(this.logFile, 'a');
    const server = spawn(process.execPath, ['scripts/start.mjs'], {
      env: { ...process.env, ...env },
      stdio: ['ignore', output, output],
    });
    closeSync(output);
    this.server = server;
    this.stopped = once(server, 'exit');
    await this.answers();
  }

  private async isHealthy(): Promise<boolean> {
    // A product that serves only HTTPS believes a proxy on this machine, if it trusts one.
    const headers = { 'x-forwarded-proto': 'https' };
    return (await fetch(`${this.url}/api/health`, { headers }).catch(() => null))?.ok === true;
  }

  /** Resolves once the server is healthy; rejects with its output when it has ended or is not healthy in time. */
  private async answers(): Promise<void> {
    const hasEnded = () => this.server?.exitCode !== null;
    await comesTrue(async () => hasEnded() || (await this.isHealthy()), READY_WITHIN_MS, LOOK_EVERY_MS);
    if (hasEnded() || !(await this.isHealthy()))
      throw new Error(`The product did not start:\n${readFileSync(this.logFile, 'utf8')}`);
  }

  /** The ids of the server and its runtime. */
  pids(): number[] {
    const { pid } = this.server ?? {};
    return pid === undefined ? [] : [pid, ...workerdPids(pid)];
  }

  /** kill -9 of the server alone, as when no memory is left. Its runtime is to end by itself. */
  async killServer(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** kill -9 of server and runtime: no exit handler runs. Linux only. */
  async kill(): Promise<void> {
    const [, ...runtime] = this.pids();
    const ended = this.end('SIGKILL');
    for (const pid of runtime) process.kill(pid, 'SIGKILL');
    await ended;
  }

  /** kill -9 of the runtime alone; resolves once its parent has started it again. */
  async killRuntime(): Promise<void> {
    const [, ...runtime] = this.pids();
    if (runtime.length === 0) throw new Error('No runtime was found');
    for (const pid of runtime) process.kill(pid, 'SIGKILL');
    await this.answers();
  }

  /** Ends the server as an operator does. State in a folder of its own is gone. */
  async stop(): Promise<void> {
    await this.end('SIGTERM');
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    this.server?.kill(signal);
    await this.stopped;
    this.server = null;
  }
}
