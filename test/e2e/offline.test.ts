import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { afterEach, beforeEach, expect, inject, onTestFinished, test } from 'vitest';
import { Front } from '../support/front';
import { BUILD_DIR } from '../support/product';
import { DESKTOP, launchOptions, withBrowser } from './support/browser';
import {
  area,
  button,
  connected,
  countsOnServer,
  dialog,
  enterWithCode,
  enterWithEvent,
  logIn,
  press,
  shownCount,
  tapIn,
} from './support/steps';

const { openDevice } = withBrowser({ serviceWorkers: 'allow' });
/** A proxy in front of the product: it can be unreachable, and it can serve another build. */
let front: Front;
beforeEach(async () => {
  front = new Front(inject('baseUrl'), BUILD_DIR);
  await front.start();
});
afterEach(() => front.stop());
const openBehindFront = (viewport?: typeof DESKTOP) => openDevice(viewport, front.url);

const untilKept = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
  });

const keptBuilds = (page: Page): Promise<string[]> =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('headroom-')));

/** Fetches the server's current service worker and reports its outcome: it becomes active, or it is discarded. */
async function updateWorker(page: Page): Promise<string> {
  const outcome = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const before = registration.active;
    await registration.update();
    const pause = () => new Promise((resolve) => setTimeout(resolve, 20));
    // The worker may have reached its final state before a listener is attached. It fetches the whole app.
    while (registration.installing) await pause();
    const patientUntil = performance.now() + 20_000;
    while (registration.waiting && performance.now() < patientUntil) await pause();
    if (registration.waiting) return 'waiting';
    while (registration.active?.state !== 'activated') await pause();
    return registration.active === before ? 'redundant' : 'activated';
  });
  if (outcome !== 'waiting') return outcome;
  // On a busy machine Chromium may treat a response of the old worker as open and keep that worker active for minutes.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.stopAllWorkers');
  await devtools.detach();
  const isWaiting = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting !== null);
  await expect.poll(isWaiting).toBe(false);
  return 'activated';
}

test('the counting screen opens and counts while the server is unreachable, and delivers its taps once it is back', async () => {
  const admin = await openBehindFront(DESKTOP);
  const { code } = await enterWithEvent(admin, 'Cellar', { Floor: 100 });
  await tapIn(admin, 'Floor', 3);
  const door = await openBehindFront();
  await enterWithCode(door, code);
  await expect.poll(() => shownCount(door, 'Floor')).toBe('3');
  for (const page of [admin, door]) await untilKept(page);

  await front.stop();
  await admin.reload();
  await door.goto('/user');
  for (const page of [admin, door]) {
    expect(await shownCount(page, 'Floor')).toBe('3');
    await area(page, 'Floor').getByText('Last synced').waitFor();
    await page.getByText('Disconnected', { exact: true }).waitFor();
    await page.getByText(/^Last synced \d\d:\d\d$/).waitFor();
  }
  await tapIn(admin, 'Floor', 2);
  expect(await shownCount(admin, 'Floor')).toBe('5');

  const elsewhere = await admin.context().newPage();
  for (const path of ['/', '/signup', '/privacy-policy', '/no/such/page', '/api/health']) {
    await expect(elsewhere.goto(path), path).rejects.toThrow('ERR_CONNECTION_REFUSED');
  }

  await press(door, 'Log out');
  await button(dialog(door, 'Log out now?'), 'Log out').click();
  await door.waitForURL('**/login');
  await door.reload();
  await logIn(door, code);
  await door.getByText('Could not reach the server. Please check your connection.').waitFor();

  await front.start();
  await admin.evaluate(() => window.dispatchEvent(new Event('online')));
  await connected(admin);
  await expect.poll(() => countsOnServer(admin)).toEqual({ Floor: 5 });
  expect(await shownCount(admin, 'Floor')).toBe('5');
});

/** Whether the page runs the next build's app code, whose file names end in x. */
const runsNext = async (page: Page): Promise<boolean> => {
  await page.getByLabel('Email or Access Code').waitFor();
  return (await page.locator('script[type=module]').first().getAttribute('src'))?.endsWith('x.js') === true;
};

test('an incomplete build leaves the previous one active; a complete one takes over and keeps the files that open pages need', async () => {
  const page = await openBehindFront();
  await page.goto('/login');
  await untilKept(page);
  const [present = ''] = await keptBuilds(page);
  front.next = true;
  front.broken = '/assets/add-area-dialog';
  expect(await updateWorker(page)).toBe('redundant');
  await front.stop();
  await page.reload();
  expect(await runsNext(page)).toBe(false);

  await front.start();
  front.broken = null;
  await page.evaluate(() => Object.assign(window, { notReloaded: true }));
  expect(await updateWorker(page)).toBe('activated');
  expect(await keptBuilds(page)).toEqual([present, `${present}x`]);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByRole('heading', { name: 'Create Account' }).waitFor();
  expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true);

  await page.goto('/login');
  expect(await runsNext(page)).toBe(true);
  await expect.poll(() => keptBuilds(page)).toEqual([`${present}x`]);
  await front.stop();
  await page.reload();
  expect(await runsNext(page)).toBe(true);
});

test('the app meets the requirements that browsers check before they install it', async () => {
  const profile = mkdtempSync(join(tmpdir(), 'headroom-profile-'));
  onTestFinished(() => rmSync(profile, { recursive: true, force: true }));
  // Chromium installs nothing from a private window.
  const context = await chromium.launchPersistentContext(profile, launchOptions());
  const page = await context.newPage();
  await page.goto(`${inject('baseUrl')}/login`);
  await untilKept(page);
  const devtools = await context.newCDPSession(page);
  const { errors, data } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(JSON.parse(data ?? '')).toMatchObject({ start_url: '/app', display: 'standalone', short_name: 'Headroom' });
  expect((await devtools.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([]);
  const worker = await page.request.get(`${inject('baseUrl')}/sw.js`);
  expect(worker.headers()['cache-control']).toBe('no-cache');
  expect(worker.headers()['content-security-policy']).toContain("worker-src 'self'");
  await context.close();
});
