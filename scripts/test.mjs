import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { runQuietly } from './check/quiet.ts';
import { findChromium, installOnDebian } from './chromium.mjs';

/** Runs all tests of a tier (test/tiers.ts). Arguments are passed to vitest, such as `npm test -- --project unit`. */
const kept = resolve('.tmp/test-results.json');
mkdirSync(resolve('.tmp'), { recursive: true });
// After a crash the results of an earlier run must not be read.
rmSync(kept, { force: true });

/**
 * Linux's file system in memory. Tests sync thousands of small databases; on a disk that takes a third of the tests'
 * time.
 */
const IN_MEMORY = '/dev/shm';
/** Ten times the highest use that was measured (47 MB). Containers often have only 64 MB: then a disk is used. */
const ROOM_BYTES = 512 * 1024 ** 2;

function hasRoom() {
  if (!existsSync(IN_MEMORY)) return false;
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  return bavail * bsize >= ROOM_BYTES;
}

const temporary = mkdtempSync(join(hasRoom() ? IN_MEMORY : tmpdir(), 'headroom-tests-'));
process.on('exit', () => rmSync(temporary, { recursive: true, force: true }));

/** What the scripts of docs/integrations.md need, which the tests run. */
const PROGRAMS = ['curl', 'python3'];
const missing = () => PROGRAMS.filter((name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).error);
if (missing().length > 0) installOnDebian(`${missing().join(' and ')} missing for tests:`, ...missing());
if (missing().length > 0) {
  process.stderr.write(`The tests of docs/integrations.md need ${missing().join(' and ')}. Please install them.\n`);
  process.exit(1);
}

/** What the nightly journeys in browsers of the other engines start. They fail where it cannot be installed. */
const OTHER_BROWSERS = ['/usr/bin/firefox-esr', '/usr/bin/WebKitWebDriver', '/usr/bin/xvfb-run', '/usr/bin/xauth'];
if (process.env.TEST_TIER === 'nightly' && !OTHER_BROWSERS.every((path) => existsSync(path))) {
  installOnDebian('Firefox or WebKitGTK is', 'firefox-esr', 'webkit2gtk-driver', 'xvfb', 'xauth');
}

/** Another run in this folder may end at the same time, so the summary is read from a file of its own. */
const results = join(temporary, 'results.json');
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${results}`];
// The mode does not depend on who runs the tests: in another one Miniflare asks Cloudflare for values.
// workerd complains of a PWD that names another folder, as after a start with `cwd`.
const own = { NODE_ENV: 'test', PWD: process.cwd(), TMPDIR: temporary, CHROMIUM_PATH: findChromium() };
const env = { ...process.env, ...own };
const status = await runQuietly(
  'vitest',
  ['run', '--config', 'test/vitest.config.ts', ...reporters, ...process.argv.slice(2)],
  env,
);
if (existsSync(results)) {
  copyFileSync(results, kept);
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(results, 'utf8'));
  process.stdout.write(`\n${numPassedTests} passed, ${numFailedTests} failed\n`);
}
process.exit(status);
