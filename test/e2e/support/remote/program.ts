import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { comesTrue } from '../../../support/eventually';
import { freePort } from '../../../support/loopback';

const ANSWERS_WITHIN_MS = 30_000;

/** A running browser or its driver. */
export interface Program {
  /** Where it takes commands, without a scheme. */
  host: string;
  /** Ends it and all that it has started. */
  end: () => Promise<void>;
}

/**
 * Starts a program that takes commands over HTTP on its port, with an empty home folder.
 * @param install the Debian packages that bring it
 */
export async function startProgram(
  command: string,
  argsOf: (port: number, home: string) => string[],
  install: string,
): Promise<Program> {
  const port = await freePort();
  const home = mkdtempSync(join(tmpdir(), 'headroom-browser-'));
  // Its own process group: whatever it starts ends with it.
  const program = spawn(command, argsOf(port, home), {
    env: { ...process.env, HOME: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home, XDG_DATA_HOME: home },
    detached: true,
    stdio: 'ignore',
  });
  const failures: string[] = [];
  program.on('error', () => failures.push(`${command} is missing. Debian: apt-get install ${install}`));
  program.on('exit', (code) => failures.push(`${command} ended with ${code}`));
  const end = async () => {
    if (program.pid !== undefined && program.exitCode === null && program.signalCode === null) {
      const exited = once(program, 'exit');
      process.kill(0 - program.pid, 'SIGTERM');
      await exited;
    }
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  };
  const host = `127.0.0.1:${port}`;
  const isThere = async () => failures.length > 0 || (await fetch(`http://${host}/status`).catch(() => null)) !== null;
  if (!(await comesTrue(isThere, ANSWERS_WITHIN_MS, 100)))
    failures.push(`${command} took no command within ${ANSWERS_WITHIN_MS} ms`);
  if (failures[0] !== undefined) {
    await end();
    throw new Error(failures[0]);
  }
  return { host, end };
}
