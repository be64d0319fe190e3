import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { findChromium } from '../chromium.mjs';

/**
 * Runs Lighthouse with its mobile settings on /, /login and /app of a running product. For /app it creates a new
 * account that has an event with areas. Lighthouse is no dependency: docs/testing.md says how to get and run it.
 */
const [baseUrl, lighthouse] = process.argv.slice(2);
if (!baseUrl || !lighthouse) {
  process.stderr.write('node scripts/check/lighthouse.mjs <address of the product> <path of the lighthouse command>\n');
  process.exit(1);
}

const TIMEOUT_MS = 120_000;
/** The lowest passing score of each category. */
const GOALS = { performance: 0.95, accessibility: 1, 'best-practices': 1 };
const METRICS = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
];
const AREAS = { 'Main Stage': 500, Terrace: 120, 'Upstairs Bar': 95 };
const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'];

const reports = resolve('.tmp/lighthouse');
mkdirSync(reports, { recursive: true });
const profile = mkdtempSync(join(tmpdir(), 'headroom-lighthouse-'));
const browser = await chromium.launchPersistentContext(profile, {
  executablePath: findChromium(),
  args: [...FLAGS, '--remote-debugging-port=0'],
  baseURL: baseUrl,
});
const [port] = readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n');

/** Logs in as an admin who has used this browser before, with a session cookie and a stored selected event. */
async function logIn() {
  const page = await browser.newPage();
  await page.goto('/login');
  await page.evaluate(
    async ({ email, password, areas }) => {
      /** @param {string} path @param {unknown} body @returns {Promise<any>} */
      const post = async (path, body) =>
        (
          await fetch(path, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          })
        ).json();
      await post('/api/auth/signup', { email, password });
      await post('/api/auth/login', { username: email, password });
      const { eventId } = await post('/api/events', { eventName: 'Friday Night' });
      for (const [areaName, capacity] of Object.entries(areas))
        await post(`/api/events/${eventId}/areas`, { areaName, capacity });
      localStorage.setItem('headroom.selectedEventId', eventId);
    },
    { email: `lighthouse-${Date.now()}@headroom.test`, password: 'Aa345678!', areas: AREAS },
  );
  await page.close();
}

/** @param {string} path */
async function measure(path) {
  const report = join(reports, `${path.slice(1) || 'home'}.json`);
  const only = `--only-categories=${Object.keys(GOALS).join(',')}`;
  const output = ['--output=json', `--output-path=${report}`, '--quiet'];
  // execFile must not block this process, because the connection to the browser has to stay alive.
  await promisify(execFile)(
    lighthouse ?? '',
    [`${baseUrl}${path}`, `--port=${port}`, '--disable-storage-reset', only, ...output],
    { timeout: TIMEOUT_MS },
  );
  const { categories, audits, finalDisplayedUrl } = JSON.parse(readFileSync(report, 'utf8'));
  if (new URL(finalDisplayedUrl).pathname !== path) throw new Error(`${path} has led to ${finalDisplayedUrl}`);
  const scores = Object.keys(GOALS).map((name) => `${name} ${categories[name].score}`);
  const metrics = METRICS.map((name) => `${name} ${audits[name].displayValue}`);
  process.stdout.write(`${path.padEnd(8)}${[...scores, ...metrics].join(' · ')}\n`);
  return Object.entries(GOALS).every(([name, goal]) => categories[name].score >= goal);
}

const results = [await measure('/'), await measure('/login')];
await logIn();
results.push(await measure('/app'));
await browser.close();
rmSync(profile, { recursive: true, force: true });
process.exit(results.every(Boolean) ? 0 : 1);
