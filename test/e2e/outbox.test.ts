import type { BrowserContext, Page, WebSocketRoute } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import * as z from 'zod/mini';
import { AreaListSchema } from '../../src/shared/schemas/area';
import { EventSchema } from '../../src/shared/schemas/event';
import { KillableChromium } from '../support/killable-chromium';
import { area, button, logIn, newEmail, press, shownCount, tapIn } from './support/steps';
import { FLAGS, PASSWORD, withBrowser } from './support/browser';

const { openDevice, pageErrors } = withBrowser();
const killable = new KillableChromium(FLAGS);

/** One event, an area for each journey. */
const AREAS = ['Reload', 'Close', 'Kill', 'Twins', 'Log out', 'Forbidden'] as const;
const venue = { eventId: '', code: '', cookie: '' };

const call = async (method: string, path: string, body?: object): Promise<unknown> => {
  const headers = { 'content-type': 'application/json', cookie: venue.cookie };
  const response = await fetch(`${inject('baseUrl')}${path}`, {
    method,
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  if (cookies.length > 0) venue.cookie = cookies.join('; ');
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.json();
};

beforeAll(async () => {
  const email = newEmail();
  await call('POST', '/api/auth/signup', { email, password: PASSWORD });
  await call('POST', '/api/auth/login', { username: email, password: PASSWORD });
  const event = z.parse(EventSchema, await call('POST', '/api/events', { eventName: 'Outbox' }));
  Object.assign(venue, { eventId: event.eventId, code: event.accessCode });
  for (const areaName of AREAS) {
    await call('POST', `/api/events/${event.eventId}/areas`, { areaName, capacity: 500 });
  }
});
afterAll(() => killable.stop());

/** What the server has counted. */
async function totalIns(areaName: (typeof AREAS)[number]): Promise<number> {
  const { areas } = z.parse(AreaListSchema, await call('GET', `/api/events/${venue.eventId}/areas`));
  return areas.find((counted) => counted.areaName === areaName)?.totalEntries ?? -1;
}

async function enter(page: Page): Promise<void> {
  await page.goto('/login');
  await logIn(page, venue.code);
  await connected(page);
}

const connected = (page: Page) => page.getByText('Connected', { exact: true }).waitFor();

/** Taps of this device that are on disk, as whoever comes next would find them. */
const storedTaps = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open('headroom');
        opening.addEventListener('success', () => {
          const counting = opening.result.transaction('taps').objectStore('taps').count();
          counting.addEventListener('success', () => {
            opening.result.close();
            resolve(counting.result);
          });
        });
      }),
  );

/** A switch between the device and the API: pages come, but while it is off no call and no socket gets through. */
async function switchedApi(context: BrowserContext) {
  let isOn = true;
  const sockets = new Set<WebSocketRoute>();
  await context.route('**/api/**', (route) => (isOn ? route.continue() : route.abort()));
  await context.routeWebSocket('**/api/**', (socket) => {
    if (isOn) {
      sockets.add(socket);
      socket.connectToServer();
    } else void socket.close({ code: 1011 });
  });
  return {
    on: () => {
      isOn = true;
    },
    off: async () => {
      isOn = false;
      await Promise.all([...sockets].map((socket) => socket.close({ code: 1011 })));
    },
  };
}

test('a reload while the server is out of reach keeps the taps, and they are delivered', async () => {
  const door = await openDevice();
  const api = await switchedApi(door.context());
  await enter(door);
  await api.off();
  await door.getByText('Disconnected', { exact: true }).waitFor();
  await tapIn(door, 'Reload', 3);
  await area(door, 'Reload').getByText('3 unsent').waitFor();
  await expect.poll(() => storedTaps(door)).toBe(3);
  door.on('dialog', (dialog) => void dialog.accept());
  await door.reload();
  await expect.poll(() => shownCount(door, 'Reload')).toBe('3');
  expect([await storedTaps(door), await totalIns('Reload')]).toEqual([3, 0]);
  api.on();
  await door.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect.poll(() => totalIns('Reload')).toBe(3);
  await connected(door);
  expect(await shownCount(door, 'Reload')).toBe('3');
  await expect.poll(() => storedTaps(door)).toBe(0);
  expect(pageErrors).toEqual([]);
});

test('a tab is closed while offline: another tab of the device shows and delivers what it left', async () => {
  const first = await openDevice();
  const api = await switchedApi(first.context());
  await enter(first);
  const second = await first.context().newPage();
  await second.goto('/app');
  await connected(second);
  await api.off();
  await tapIn(second, 'Close', 1);
  // Chromium is slow with what is not in front.
  await first.bringToFront();
  await tapIn(first, 'Close', 4);
  await expect.poll(() => storedTaps(second)).toBe(5);
  await first.close();
  await second.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect.poll(() => shownCount(second, 'Close')).toBe('5');
  await second.getByText(/^5 unsent · last synced/).waitFor();
  api.on();
  await second.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect.poll(() => totalIns('Close')).toBe(5);
  await expect.poll(() => shownCount(second, 'Close')).toBe('5');
  expect(pageErrors).toEqual([]);
});

test('the browser is killed while offline: what was tapped is delivered when it comes back', async () => {
  const baseUrl = inject('baseUrl');
  const before = await killable.start();
  await before.goto(`${baseUrl}/login`);
  await logIn(before, venue.code);
  await connected(before);
  await before.context().setOffline(true);
  await tapIn(before, 'Kill', 5);
  await expect.poll(() => storedTaps(before)).toBe(5);
  await killable.kill();
  expect(await totalIns('Kill')).toBe(0);
  const after = await killable.start();
  await after.goto(`${baseUrl}/login`);
  // Chromium writes cookies when it likes: the session may have been lost with it.
  await Promise.race([connected(after), after.getByLabel('Email or Access Code').waitFor()]);
  if (after.url().endsWith('/login')) await logIn(after, venue.code);
  await expect.poll(() => totalIns('Kill')).toBe(5);
  await expect.poll(() => shownCount(after, 'Kill')).toBe('5');
});

test('two tabs of one device, one a duplicate of the other, count together', async () => {
  const first = await openDevice();
  await enter(first);
  // As the browser duplicates a tab: with a copy of its session storage.
  const [second] = await Promise.all([
    first.context().waitForEvent('page'),
    first.evaluate(() => void window.open('/app')),
  ]);
  await connected(second);
  // As a keyboard does: a pointer waits for frames, and only one of the two is in front.
  const pressTwins = async (page: Page, times: number) => {
    for (let i = 0; i < times; i++) await button(page, 'Add one to Twins').dispatchEvent('click');
  };
  await Promise.all([pressTwins(first, 6), pressTwins(second, 5)]);
  for (const page of [first, second]) await expect.poll(() => shownCount(page, 'Twins')).toBe('11');
  expect(await totalIns('Twins')).toBe(11);
  expect(pageErrors).toEqual([]);
});

test('logging out with waiting taps asks; the next login of the same person delivers them', async () => {
  const door = await openDevice();
  const api = await switchedApi(door.context());
  await enter(door);
  await tapIn(door, 'Log out');
  await expect.poll(() => totalIns('Log out')).toBe(1);
  await expect.poll(() => storedTaps(door)).toBe(0);
  await api.off();
  await tapIn(door, 'Log out', 2);
  await expect.poll(() => storedTaps(door)).toBe(2);
  await press(door, 'Log out');
  const dialog = door.getByRole('dialog', { name: 'Log out now?' });
  await dialog.getByText('2 taps have not been sent yet. They stay on this device until you log in again.').waitFor();
  await button(dialog, 'Log out').click();
  await door.waitForURL('**/login');
  api.on();
  expect(await totalIns('Log out')).toBe(1);
  await logIn(door, venue.code);
  await expect.poll(() => totalIns('Log out')).toBe(3);
  await expect.poll(() => shownCount(door, 'Log out')).toBe('3');
  expect(pageErrors).toEqual([]);
});

test('a browser that forbids to store anything says so, and counts', async () => {
  const door = await openDevice();
  await door.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('Forbidden', 'SecurityError');
    };
  });
  await enter(door);
  await door.getByRole('alert').getByText('This browser does not let Headroom keep taps on this device').waitFor();
  await tapIn(door, 'Forbidden', 3);
  await expect.poll(() => totalIns('Forbidden')).toBe(3);
  await button(door, 'Close').click();
  expect(await door.getByRole('alert').count()).toBe(0);
  expect(pageErrors).toEqual([]);
});
