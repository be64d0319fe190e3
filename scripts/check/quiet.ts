import { spawn } from 'node:child_process';
import process from 'node:process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { listen } from './known-output.ts';

/** The unexpected lines that are printed again at the end, where they are read. */
const SHOWN_AGAIN = 20;

/**
 * Runs the tests and prints their report without the messages that are known. Resolves to the exit status. Another
 * line fails a run whose tests have passed, because nobody would read it otherwise.
 */
export async function runQuietly(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  print: (line: string) => void = (line) => process.stdout.write(`${line}\n`),
): Promise<number> {
  const child = spawn(command, args, { stdio: ['inherit', 'pipe', 'pipe'], env });
  const unknown: string[] = [];

  async function follow(output: Readable) {
    const kindOf = listen();
    for await (const line of createInterface(output)) {
      const kind = kindOf(stripVTControlCharacters(line));
      if (kind === 'unknown') unknown.push(line);
      if (kind !== 'hidden') print(line);
    }
  }
  const ended = new Promise<number>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
  const [status] = await Promise.all([ended, follow(child.stdout), follow(child.stderr)]);
  // Nightly tests report what they did.
  if (status !== 0 || unknown.length === 0 || env['TEST_TIER'] === 'nightly') return status;
  const lines = unknown.length === 1 ? '1 unexpected line' : `${unknown.length} unexpected lines`;
  print(`\nFailed: the tests passed but printed ${lines} (scripts/check/known-output.ts):`);
  for (const line of unknown.slice(0, SHOWN_AGAIN)) print(line);
  return 1;
}
