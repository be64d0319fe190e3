import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { chromium } from 'playwright-core';
import { findChromium } from '../chromium.mjs';

/**
 * Takes the README's pictures of a running demo (`npm run demo` in another shell, with the same STATE_DIR):
 * `npx node scripts/demo/screenshots.mjs http://localhost:8787`.
 */
const [baseURL = '', folder = 'docs/images'] = process.argv.slice(2);
if (!baseURL) {
  process.stderr.write('npx node scripts/demo/screenshots.mjs <address of the demo> [folder]\n');
  process.exit(1);
}
const { STATE_DIR = '.wrangler/demo' } = process.env;
/** @type {import('./demo').Demo} */
const demo = JSON.parse(readFileSync(join(resolve(STATE_DIR), 'demo.json'), 'utf8'));

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 800 };
const TV = { width: 1920, height: 1080 };
/** The largest picture in KB: readers of the README wait for its pictures. */
const MAX_KB = 150;
/** Waits until the crowd's numbers have changed at least once and animations are over. */
const SETTLE_MS = 4_000;

const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
});
mkdirSync(folder, { recursive: true });

/** @param {{ width: number, height: number }} viewport @param {'light' | 'dark'} colorScheme @param {number} [deviceScaleFactor] */
async function openDevice(viewport, colorScheme, deviceScaleFactor = 1) {
  const context = await browser.newContext({ viewport, baseURL, colorScheme, deviceScaleFactor, locale: 'en-US' });
  return await context.newPage();
}

/** @param {import('playwright-core').Page} page @param {string} name */
async function take(page, name) {
  await page.waitForTimeout(SETTLE_MS);
  const path = join(folder, `${name}.png`);
  await page.screenshot({ path });
  const kb = Math.round(statSync(path).size / 1000);
  process.stdout.write(`${path}: ${kb} KB${kb > MAX_KB ? ' TOO MUCH' : ''}\n`);
  if (kb > MAX_KB) process.exitCode = 1;
}

const organizer = await openDevice(DESKTOP, 'light', 1.25);
await organizer.goto('/login');
await organizer.getByLabel('Email or Access Code').fill(demo.email);
await organizer.getByLabel('Password', { exact: true }).fill(demo.password);
await organizer.getByRole('button', { name: 'Log in', exact: true }).click();
await organizer.waitForURL('**/app');

/** @param {string} path @returns {Promise<any>} */
const read = async (path) => await (await organizer.request.get(path)).json();

const [{ accessCode }] = await read('/api/events');
const door = await openDevice(PHONE, 'dark', 1.5);
await door.goto(`/login?code=${accessCode}`);
await door.getByRole('button', { name: 'Log in', exact: true }).click();
await door.getByRole('button', { name: 'Add one to Main Stage' }).click();
await take(door, 'phone');

await organizer.getByRole('article', { name: 'Main Stage' }).waitFor();
await take(organizer, 'dashboard');
await organizer.goto('/app/overview');
await organizer.getByText('Main Stage').first().waitFor();
await take(organizer, 'overview');

const tv = await openDevice(TV, 'dark');
const { displayToken } = await read(`/api/events/${demo.eventId}/display`);
await tv.goto(`/display/${displayToken}`);
await tv.getByText('Harbor Lights Festival').first().waitFor();
await take(tv, 'display');

await browser.close();
