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

/** Rejects with what the command printed to stderr. */
const run = async (command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> => {
  await promisify(execFile)(command, args, { env: { ...process.env, ...env } });
};

/**
 * Builds into a folder of the tests' own: a running `npm start` serves its files from the other. What people get: under the
 * tests' own NODE_ENV it would be React's slow development build.
 */
export function buildProduct(): Promise<void> {
  return run('vite', ['build', '-c', 'web/vite.config.ts', '--logLevel', 'warn'], {
    BUILD_DIR,
    NODE_ENV: 'production',
  });
}

/** The built product on a free port with its own state, served as `npm start` does. */
export class Product {
  private readonly stateDir = mkdtempSync(join(tmpdir(), 'headroom-state-'));
  /** What the server prints. */
  readonly logFile = join(this.stateDir, 'server.log');
  url = '';
  private server: ChildProcess | null = null;
  private readonly variables: NodeJS.ProcessEnv;

  /** @param variables the worker's own; nothing outside is used without them */
  constructor(variables: NodeJS.ProcessEnv = {}) {
    this.variables = { ...ON_ITS_OWN, ...variables };
  }

  /** @param built what it waits for while its database is made */
  async start(built?: Promise<void>): Promise<void> {
    const port = String(await freePort());
    const env = { STATE_DIR: this.stateDir, BUILD_DIR, PORT: port, HOST: '127.0.0.1', ...this.variables };
    await Promise.all([run('node', ['scripts/migrate-local.mjs'], env), built]);
    const output = openSync(this.logFile, 'a');
    // A process group of its own, so that all of it can be killed at once.
    const server = spawn('node', ['scripts/start.mjs'], {
      env: { ...process.env, ...env },
      detached: true,
      stdio: ['ignore', output, output],
    });
    closeSync(output);
    this.server = server;
    this.url = `http://127.0.0.1:${port}`;
    await this.answers();
  }

  /** Resolves once it is well; rejects with what it has printed when it has ended, or is not well in time. */
  private async answers(): Promise<void> {
    const deadline = Date.now() + READY_WITHIN_MS;
    for (;;) {
      const answer = await fetch(`${this.url}/api/health`).catch(() => null);
      if (answer?.ok) return;
      if (Date.now() > deadline || this.server?.exitCode !== null) {
        throw new Error(`The product did not start:\n${readFileSync(this.logFile, 'utf8')}`);
      }
      await sleep(200);
    }
  }

  /** kill -9 of the whole process group: no handler of anything runs. */
  async kill(): Promise<void> {
    const { server } = this;
    if (server?.pid === undefined || server.exitCode !== null) return;
    const exited = once(server, 'exit');
    process.kill(0 - server.pid, 'SIGKILL');
    await exited;
    this.server = null;
  }

  /** kill -9 of the runtime alone; resolves once whoever started it has started it again. */
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
