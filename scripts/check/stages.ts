import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import process from 'node:process';
import { NIGHTLY_STAGES, STATIC_CHECKS } from '../../test/tiers.ts';

/**
 * `node scripts/check/stages.ts static|nightly`: runs the commands of a list, all of them even after one has failed, and
 * prints how long each took. Static checks run beside each other; the nightly stages measure, so they run one by one.
 * The exit code is 1 when any command failed.
 */
const LISTS: Readonly<Record<string, { scripts: readonly string[]; atOnce: number }>> = {
  static: { scripts: STATIC_CHECKS, atOnce: availableParallelism() },
  nightly: { scripts: NIGHTLY_STAGES, atOnce: 1 },
};
const list = LISTS[process.argv[2] ?? ''];
if (!list) throw new Error(`One of ${Object.keys(LISTS).join(', ')}`);
const { scripts, atOnce } = list;

/** Runs a command and then shows what it printed; a command that runs alone shows it at once. */
async function run(script: string): Promise<{ script: string; isPassed: boolean; seconds: number }> {
  const startedAt = performance.now();
  const child = spawn('npm', ['run', '--silent', script], { stdio: atOnce === 1 ? 'inherit' : 'pipe' });
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data: Buffer) => void printed.push(data));
  const [status] = await once(child, 'close');
  process.stdout.write(Buffer.concat(printed));
  return { script, isPassed: status === 0, seconds: (performance.now() - startedAt) / 1000 };
}

const waiting = scripts.values();
const results = new Map<string, Awaited<ReturnType<typeof run>>>();
async function work(): Promise<void> {
  for (const script of waiting) results.set(script, await run(script));
}
await Promise.all(Array.from({ length: atOnce }, work));

for (const script of scripts) {
  const { isPassed = false, seconds = 0 } = results.get(script) ?? {};
  process.stdout.write(`${seconds.toFixed(1).padStart(8)} s  ${script}${isPassed ? '' : '  FAILED'}\n`);
}
process.exit([...results.values()].every(({ isPassed }) => isPassed) ? 0 : 1);
