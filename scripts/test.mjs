import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import process from 'node:process';
import { findChromium } from './chromium.mjs';

/** All tests: unit, worker, web and browser. Arguments go to vitest, such as `npm test -- --project unit`. */
const results = resolve('.tmp/test-results.json');
mkdirSync(resolve('.tmp'), { recursive: true });
// A run that crashes must not be taken for the one before.
rmSync(results, { force: true });
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${results}`];
const { status } = spawnSync(
  'vitest',
  ['run', '--config', 'test/vitest.config.ts', ...reporters, ...process.argv.slice(2)],
  { stdio: 'inherit', env: { ...process.env, CHROMIUM_PATH: findChromium() } },
);
if (existsSync(results)) {
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(results, 'utf8'));
  process.stdout.write(`\n${numPassedTests} passed, ${numFailedTests} failed\n`);
}
process.exit(status ?? 1);
