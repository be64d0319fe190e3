import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';

const LISTENING = /DevTools listening on (ws:\/\/\S+)/;

/** A browser with a profile on disk, whose processes can be killed at once, and which comes back with that profile. */
export class KillableChromium {
  readonly #profile = mkdtempSync(join(tmpdir(), 'headroom-profile-'));
  readonly #flags: readonly string[];
  #process: ChildProcess | null = null;
  #browser: Browser | null = null;

  constructor(flags: readonly string[]) {
    this.#flags = flags;
  }

  /** Starts it, and answers its one page. */
  async start(): Promise<Page> {
    const flags = [...this.#flags, '--remote-debugging-port=0', `--user-data-dir=${this.#profile}`, 'about:blank'];
    // A process group of its own, so that all of it can be killed at once.
    const started = spawn(process.env.CHROMIUM_PATH ?? '', flags, { detached: true });
    this.#process = started;
    const address = await new Promise<string>((resolve, reject) => {
      let said = '';
      started.once('exit', () => reject(new Error(`Chromium did not start:\n${said}`)));
      started.stderr.on('data', (data: Buffer) => {
        said += data.toString();
        const found = LISTENING.exec(said)?.[1];
        if (found !== undefined) resolve(found);
      });
    });
    this.#browser = await chromium.connectOverCDP(address);
    const context = this.#browser.contexts()[0];
    if (!context) throw new Error('Chromium has no context');
    return context.pages()[0] ?? (await context.newPage());
  }

  /** kill -9 of all its processes: nothing is flushed that was not on disk. */
  async kill(): Promise<void> {
    const running = this.#process;
    if (running?.pid === undefined) return;
    const exited = new Promise((resolve) => {
      running.once('exit', resolve);
    });
    process.kill(0 - running.pid, 'SIGKILL');
    await exited;
    this.#process = null;
    await this.#browser?.close().catch(() => undefined);
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
