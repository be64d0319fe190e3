import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { NIGHTLY_STAGES } from '../test/tiers.ts';

/** Runs every stage of the nightly tier, also after one that failed; the exit code is 1 when any failed. */
const results = NIGHTLY_STAGES.map(([script, title]) => {
  const startedAt = performance.now();
  const { status } = spawnSync('npm', ['run', '--silent', script], { stdio: 'inherit' });
  return { title, script, isPassed: status === 0, seconds: (performance.now() - startedAt) / 1000 };
});
process.stdout.write('\n');
for (const { title, script, isPassed, seconds } of results)
  process.stdout.write(`${isPassed ? 'passed' : 'FAILED'} ${seconds.toFixed(0).padStart(5)} s  ${script}: ${title}\n`);
process.exit(results.every(({ isPassed }) => isPassed) ? 0 : 1);
