import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { chromium } from 'playwright-core';
import { findChromium } from '../chromium.mjs';
import { ENGLISH_LOCALE } from '../../src/shared/languages.ts';

/**
 * Takes the README's pictures of a running demo (`npm run demo` in another shell, with the same STATE_DIR):
 * `npx node scripts/demo/screenshots.mjs http://localhost:8787`. The others, which are too large or change too often for
 * the README, go to .tmp/screenshots. The drill is over a few minutes after the demo's start.
 */
const [baseURL = '', folder = 'docs/images'] = process.argv.slice(2);
if (!baseURL) {
  process.stderr.write('npx node scripts/demo/screenshots.mjs <address of the demo> [folder]\n');
  process.exit(1);
}
const { STATE_DIR = '.wrangler/demo' } = process.env;
const OTHERS = '.tmp/screenshots';
/** @type {import('./demo').Demo} */
const demo = JSON.parse(readFileSync(join(resolve(STATE_DIR), 'demo.json'), 'utf8'));

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 800 };
const TV = { width: 1920, height: 1080 };
const LARGE_TV = { width: 3840, height: 2160 };
/** The largest picture in KB: readers of the README wait for its pictures. */
const MAX_KB = 150;
/** Waits until the crowd's numbers have changed at least once and animations are over. */
const SETTLE_MS = 4_000;

const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
});
for (const each of [folder, OTHERS]) mkdirSync(each, { recursive: true });

/** @param {{ width: number, height: number }} viewport @param {'light' | 'dark'} colorScheme @param {number} [deviceScaleFactor] */
async function openDevice(viewport, colorScheme, deviceScaleFactor = 1) {
  const context = await browser.newContext({
    viewport,
    baseURL,
    colorScheme,
    deviceScaleFactor,
    locale: ENGLISH_LOCALE,
  });
  return await context.newPage();
}

/** @param {import('playwright-core').Page} page @param {string} name @param {string} [to] */
async function take(page, name, to = folder) {
  await page.waitForTimeout(SETTLE_MS);
  const path = join(to, `${name}.png`);
  await page.screenshot({ path });
  const kb = Math.round(statSync(path).size / 1000);
  const isTooMuch = to === folder && kb > MAX_KB;
  process.stdout.write(`${path}: ${kb} KB${isTooMuch ? ' TOO MUCH' : ''}\n`);
  if (isTooMuch) process.exitCode = 1;
}

const organizer = await openDevice(DESKTOP, 'light', 1.1);
await organizer.goto('/login');
await organizer.getByLabel('Email or Access Code').fill(demo.email);
await organizer.getByLabel('Password', { exact: true }).fill(demo.password);
await organizer.getByRole('button', { name: 'Log in', exact: true }).click();
await organizer.waitForURL('**/app');

/** @param {string} path @returns {Promise<any>} */
const read = async (path) => await (await organizer.request.get(path)).json();
/** @type {{ eventId: string, eventName: string, accessCode: string }[]} */
const events = await read('/api/events');

/** @param {string} eventId @param {'light' | 'dark'} colorScheme */
async function openDoor(eventId, colorScheme) {
  const code = events.find((event) => event.eventId === eventId)?.accessCode;
  const door = await openDevice(PHONE, colorScheme, 1.5);
  await door.goto(`/login?code=${code}`);
  await door.getByRole('button', { name: 'Log in', exact: true }).click();
  return door;
}

/** @param {string} key the show's */
const showOf = (key) => demo.shows?.find((show) => show.key === key)?.eventId ?? '';

// The drill comes first, because it ends.
const drill = await openDoor(showOf('harbor-theatre'), 'light');
await drill.locator('[data-evacuation]').waitFor();
await take(drill, 'drill', OTHERS);

const order = await openDoor(showOf('warehouse-friday'), 'light');
await order.locator('[data-orders]').waitFor();
await take(order, 'order');
for (const one of [drill, order]) await one.context().close();

const door = await openDoor(demo.eventId, 'dark');
await door.getByRole('button', { name: 'Add one to Main Stage' }).click();
await take(door, 'phone');

/** @param {string} name @param {{ width: number, height: number }} size @param {'light' | 'dark'} colorScheme @param {string} to @param {number} scale */
async function takeWall(name, size, colorScheme, to, scale) {
  const wall = await openDevice(size, colorScheme, scale);
  await wall.context().addCookies(await organizer.context().cookies());
  await wall.goto('/app/overview?wall');
  await wall.getByText('Main Stage').first().waitFor();
  await take(wall, name, to);
  await wall.context().close();
}
await takeWall('wall', TV, 'light', folder, 0.45);
await takeWall('wall-1920', TV, 'light', OTHERS, 1);
await takeWall('wall-1920-dark', TV, 'dark', OTHERS, 1);
await takeWall('wall-3840', LARGE_TV, 'light', OTHERS, 1);

await organizer.goto('/app/alerts');
await organizer.getByRole('list', { name: 'Alerts' }).waitFor();
await take(organizer, 'alerts', OTHERS);

await organizer.evaluate((eventId) => localStorage.setItem('headroom.selectedEventId', eventId), demo.eventId);
await organizer.goto('/app');
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
