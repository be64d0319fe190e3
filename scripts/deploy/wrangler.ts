import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { stripVTControlCharacters } from 'node:util';

/** A reason to stop that the operator can act on; it is shown without a stack. */
export class Stop extends Error {
  override readonly name = 'Stop';
}

interface Result {
  isDone: boolean;
  stdout: string;
  /** What wrangler says about a failure, without colors. */
  trouble: string;
}

const say = (text: string) => void process.stdout.write(text);

/** The text without the colors and frames that wrangler prints around an error. */
const plain = (text: string): string =>
  stripVTControlCharacters(text)
    .replaceAll(/^\s*(?:✘ )?\[?ERROR\]?\s*|^.*Logs were written to.*$/gm, '')
    .replaceAll(/^.*If you think this is a bug.*$/gm, '')
    .trim();

/**
 * Runs wrangler, which npm puts into the PATH, and prints each command first. `input` goes to its standard input, where
 * nobody on this machine sees it. wrangler asks nothing, because it is not on a terminal.
 */
function run(args: readonly string[], input = ''): Result {
  say(`\n> wrangler ${args.join(' ')}\n`);
  // CLOUDFLARE_ENV would name the environment a second time.
  const { CLOUDFLARE_ENV: _, ...environment } = process.env;
  const { status, stdout, stderr, error } = spawnSync('wrangler', args, {
    encoding: 'utf8',
    input,
    env: { ...environment, WRANGLER_SEND_METRICS: 'false', NO_COLOR: '1', FORCE_COLOR: '0' },
  });
  if (error) throw new Stop(`wrangler cannot be started (${error.message}). Run \`npm ci\` first.`);
  return { isDone: status === 0, stdout, trouble: plain(`${stderr}\n${stdout}`) };
}

/** Runs a command that only reads. The caller decides what a failure means. */
export const ask = (...args: string[]): Result => run(args);

/** Runs a command that only reads, and returns the JSON that it prints. */
export function askJson(...args: string[]): unknown {
  const { isDone, stdout, trouble } = run(args);
  if (!isDone) throw new Stop(`Stopped at: wrangler ${args.join(' ')}\n${trouble}`);
  return JSON.parse(stdout);
}

/**
 * Runs a command that changes something at Cloudflare. `explain` returns better words for a failure than wrangler's, or
 * null.
 */
export function change(args: readonly string[], input?: string, explain?: (trouble: string) => string | null): void {
  const { isDone, trouble } = run(args, input);
  if (!isDone) throw new Stop(`Stopped at: wrangler ${args.join(' ')}\n${explain?.(trouble) ?? trouble}`);
}
