import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ON_ITS_OWN } from '../../scripts/variables';
import { freePort } from './free-port';
import { workerdPids } from './server-process';

const READY_WITHIN_MS = 60_000;
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

/** The built product on a free port with its own state, served as `npm start` does. */
export class Product {
  readonly stateDir = mkdtempSync(join(tmpdir(), 'headroom-state-'));
  /** The server's output. */
  readonly logFile = join(this.stateDir, 'server.log');
  url = '';
  private server: ChildProcess | null = null;
  private readonly variables: NodeJS.ProcessEnv;

  /** @param variables the worker's environment variables; without them the worker uses no outside service */
  constructor(variables: NodeJS.ProcessEnv = {}) {
    this.variables = { ...ON_ITS_OWN, ...variables };
  }

  /** Chooses the port before the start, so that others know the address meanwhile. Returns the address. */
  async takePort(): Promise<string> {
    this.url = `http://127.0.0.1:${String(await freePort())}`;
    return this.url;
  }

  /** @param built a build to wait for while the database is created */
  async start(built?: Promise<void>): Promise<void> {
    const { port } = new URL(this.url || (await this.takePort()));
    const env = { STATE_DIR: this.stateDir, BUILD_DIR, PORT: port, HOST: '127.0.0.1', ...this.variables };
    await Promise.all([run('node', ['scripts/migrate-local.mjs'], env), built]);
    const output = openSync(this.logFile, 'a');
    // The server gets its own process group, so that all of it can be killed at once.
    const server = spawn('node', ['scripts/start.mjs'], {
      env: { ...process.env, ...env },
      detached: true,
      stdio: ['ignore', output, output],
    });
    closeSync(output);
    this.server = server;
    await this.answers();
  }

  /** Resolves once the server is healthy; rejects with its output when it has ended or is not healthy in time. */
  private async answers(): Promise<void> {
    const deadline = Date.now() + READY_WITHIN_MS;
    for (;;) {
      // A product that serves only HTTPS believes a proxy on this machine, if it trusts one.
      const headers = { 'x-forwarded-proto': 'https' };
      const answer = await fetch(`${this.url}/api/health`, { headers }).catch(() => null);
      if (answer?.ok) return;
      if (Date.now() > deadline || this.server?.exitCode !== null) {
        throw new Error(`The product did not start:\n${readFileSync(this.logFile, 'utf8')}`);
      }
      await sleep(200);
    }
  }

  /** The ids of the server and its runtime. */
  pids(): number[] {
    const { pid } = this.server ?? {};
    return pid === undefined ? [] : [pid, ...workerdPids(pid)];
  }

  /** kill -9 of the server alone, as when no memory is left. Its runtime is to end by itself. */
  async killServer(): Promise<void> {
    const { server } = this;
    if (server === null) return;
    const exited = once(server, 'exit');
    server.kill('SIGKILL');
    await exited;
    this.server = null;
  }

  /** kill -9 of the whole process group: no exit handler runs. */
  async kill(): Promise<void> {
    const { server } = this;
    if (server?.pid === undefined || server.exitCode !== null) return;
    const exited = once(server, 'exit');
    process.kill(0 - server.pid, 'SIGKILL');
    await exited;
    this.server = null;
  }

  /** kill -9 of the runtime alone; resolves once its parent has started it again. */
  async killRuntime(): Promise<void> {
    const pids = workerdPids(this.server?.pid);
    if (pids.length === 0) throw new Error('No runtime was found');
    for (const pid of pids) process.kill(pid, 'SIGKILL');
    await this.answers();
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.stateDir, { recursive: true, force: true });
  }
}
