import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';

const READY_WITHIN_MS = 60_000;

/** A worker on workerd with its state on disk, made to be killed and started again. */
export class CrashingServer {
  private readonly stateDir = mkdtempSync(join(tmpdir(), 'headroom-faults-'));
  private readonly script: string;
  private child: ChildProcess | null = null;
  private readonly killWithUs = () => this.killGroup();

  constructor(script: string) {
    this.script = script;
    process.on('exit', this.killWithUs);
  }

  /** Resolves to its address, another one after each start. */
  async start(): Promise<URL> {
    // A process group of its own: workerd and whoever started it die at once, and no handler of anything runs.
    const child = fork(resolve(import.meta.dirname, 'serve.ts'), [this.script, this.stateDir], {
      detached: true,
      silent: true,
    });
    this.child = child;
    let log = '';
    child.stderr?.on('data', (data: Buffer) => {
      log = (log + data.toString()).slice(-4_000);
    });
    const url = await Promise.race([
      once(child, 'message', { signal: AbortSignal.timeout(READY_WITHIN_MS) }),
      once(child, 'exit'),
    ]);
    if (typeof url[0] !== 'string') throw new Error(`The server ended with ${url[0]}:\n${log}`);
    return new URL(url[0]);
  }

  /** kill -9; resolves once the process is gone. */
  async kill(): Promise<void> {
    const { child } = this;
    if (child === null) return;
    const exited = once(child, 'exit');
    this.killGroup();
    await exited;
    this.child = null;
  }

  async dispose(): Promise<void> {
    await this.kill();
    process.off('exit', this.killWithUs);
    rmSync(this.stateDir, { recursive: true, force: true });
  }

  private killGroup(): void {
    if (this.child?.pid !== undefined) process.kill(0 - this.child.pid, 'SIGKILL');
  }
}
