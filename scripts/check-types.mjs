import { spawnSync } from 'node:child_process';
import process from 'node:process';

/** Each part has its own types: the worker knows no DOM, the web no Workers, the tests where they run. */
const PROJECTS = [
  'src',
  'web',
  'web/service-worker',
  'scripts',
  'scripts/demo/worker',
  'test/unit',
  'test/worker',
  'test/billing',
  'test/web',
  'test/bench',
  'test/faults',
  'test/cost',
  'test/load',
  'test/workers',
  'test/deno',
];

let failed = false;
for (const project of PROJECTS) {
  const { status } = spawnSync('tsc', ['-p', project, '--noEmit'], { stdio: 'inherit' });
  if (status !== 0) failed = true;
}
process.exit(failed ? 1 : 0);
