import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { NIGHTLY_STAGES, STATIC_CHECKS } from '../../test/tiers.ts';

/**
 * `node scripts/check/stages.ts static|nightly`: runs the commands of a list one after the other, even after one has
 * failed, and prints how long each took. The exit code is 1 when any command failed.
 */
const LISTS: Record<string, readonly string[]> = { static: STATIC_CHECKS, nightly: NIGHTLY_STAGES };
const scripts = LISTS[process.argv[2] ?? ''];
if (!scripts) throw new Error(`One of ${Object.keys(LISTS).join(', ')}`);

const results = scripts.map((script) => {
  const startedAt = performance.now();
  const { status } = spawnSync('npm', ['run', '--silent', script], { stdio: 'inherit' });
  return { script, isPassed: status === 0, seconds: (performance.now() - startedAt) / 1000 };
});
for (const { script, isPassed, seconds } of results)
  process.stdout.write(`${seconds.toFixed(1).padStart(8)} s  ${script}${isPassed ? '' : '  FAILED'}\n`);
process.exit(results.every(({ isPassed }) => isPassed) ? 0 : 1);
