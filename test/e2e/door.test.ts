import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, inject, test } from 'vitest';
import * as z from 'zod/mini';
import { withBrowser } from './support/browser';
import {
  boxOf,
  button,
  call,
  connected,
  enterAsAdmin,
  enterWithCode,
  enterWithEvent,
  firstPad,
  shownCount,
  tapBy,
} from './support/steps';

/** The + of the first area, as a steward's thumb meets it. */

const { openDevice } = withBrowser();

let admin: Page;
beforeAll(async () => {
  admin = await openDevice();
  await enterAsAdmin(admin);
});

const VIEWPORTS = {
  small: { width: 360, height: 640 },
  phone: { width: 390, height: 844 },
  side: { width: 844, height: 390 },
  tablet: { width: 820, height: 1180 },
};

/** A size of the screen, areas with an alert, areas, how long names are, the text's size in percent, the language. */
type Case = readonly [keyof typeof VIEWPORTS, number, number, 'short' | 'long', 100 | 200, 'en-US' | 'de-DE'];

/** The worst of each size, and each other value at least once. */
const CASES: readonly Case[] = [
  ['small', 3, 12, 'long', 200, 'de-DE'],
  ['small', 1, 1, 'short', 100, 'en-US'],
  ['phone', 3, 12, 'long', 200, 'en-US'],
  ['phone', 0, 1, 'long', 100, 'de-DE'],
  ['side', 3, 12, 'long', 200, 'de-DE'],
  ['side', 2, 12, 'short', 100, 'en-US'],
  ['tablet', 1, 1, 'long', 200, 'de-DE'],
];

const MadeSchema = z.object({
  eventId: z.optional(z.string()),
  accessCode: z.optional(z.string()),
  areaId: z.optional(z.string()),
});
const CAPACITY = 500;

/** Makes an event of the admin's by calls; `fillLast` raises the alert of its last area. */
async function openVenue([, alerts, areas, name]: Case) {
  const send = async (method: 'POST' | 'PUT', path: string, data: object) =>
    z.parse(MadeSchema, await call(admin, method, path, data));
  const eventName = `Harbor Lights Festival${name === 'long' ? ' of the North and its Winter Market 2026' : ''}`;
  const { eventId = '', accessCode = '' } = await send('POST', '/api/events', { eventName });
  const fill = (areaId: string, occupancy: number) =>
    send('PUT', `/api/areas/${areaId}/recount`, { occupancy, reason: 'A count by hand' });
  let last = '';
  for (let i = 0; i < areas; i++) {
    const areaName = i === 0 && name === 'long' ? 'Riverside Garden behind the Second Gate' : `Gate ${i + 1}`;
    const made = await send('POST', `/api/events/${eventId}/areas`, { areaName, capacity: CAPACITY });
    last = made.areaId ?? '';
    await fill(last, i < alerts ? CAPACITY + 10 : 20);
  }
  return { accessCode, fillLast: () => fill(last, CAPACITY + 10) };
}

/** px: what Chromium's text has where nobody has changed it. */
const STANDARD_TEXT = { standard: 16, fixed: 13 };

/** A steward's device with a touch screen, once its pads are there. */
async function openDoor(accessCode: string, [size, , , , text, locale]: Case): Promise<Page> {
  const door = await openDevice(VIEWPORTS[size], inject('baseUrl'), locale, true);
  // What a person has set in the browser: media queries in rem follow it, as on a device.
  const devtools = await door.context().newCDPSession(door);
  const { standard, fixed } = STANDARD_TEXT;
  const fontSizes = { standard: (standard * text) / 100, fixed: (fixed * text) / 100 };
  await devtools.send('Page.setFontSizes', { fontSizes });
  await enterWithCode(door, accessCode);
  await firstPad(door).waitFor();
  return door;
}

/** px: what a thumb needs of a + (docs/decisions/0004). */
const leastOf = (size: keyof typeof VIEWPORTS) => ({ width: 96, height: size === 'side' ? 64 : 96 });

/** What is wrong with the pad: too little of it is in sight, or something lies on it. */
const faultsOfPad = (pad: Locator, least: { width: number; height: number }): Promise<string[]> =>
  pad.evaluate((element, { width, height }) => {
    const box = element.getBoundingClientRect();
    const shown = {
      width: Math.min(box.right, innerWidth) - Math.max(box.left, 0),
      height: Math.min(box.bottom, innerHeight) - Math.max(box.top, 0),
    };
    const isSmall = shown.width < width || shown.height < height;
    const faults = isSmall ? [`${shown.width} × ${shown.height} px of it are in sight`] : [];
    // Its corners are round.
    for (const down of [0.15, 0.5, 0.85]) {
      for (const across of [0.2, 0.5, 0.8]) {
        const y = Math.max(box.top, 0) + Math.min(shown.height, height) * down;
        const hit = document.elementFromPoint(box.left + box.width * across, y);
        if (hit?.closest('button') !== element) faults.push(`covered by ${hit?.outerHTML.slice(0, 80)}`);
      }
    }
    return faults;
  }, least);

const isInSight = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => {
    const { top, bottom, width } = element.getBoundingClientRect();
    return width > 0 && top >= 0 && bottom <= innerHeight && document.documentElement.scrollWidth <= innerWidth;
  });

const rowOfAlerts = (page: Page): Locator => page.locator('header [data-tone]');

test('whatever is told and however it is named, the first pad is in sight, covered by nothing, and counts by touch', async () => {
  for (const one of CASES) {
    const { accessCode } = await openVenue(one);
    const door = await openDoor(accessCode, one);
    const pad = firstPad(door);
    await expect.poll(() => rowOfAlerts(door).count()).toBe(Math.min(1, one[1]));
    expect(await faultsOfPad(pad, leastOf(one[0])), String(one)).toEqual([]);
    const shown = [door.getByRole('heading', { level: 1 }), door.getByText(/^(Connected|Verbunden)$/)];
    expect(await Promise.all(shown.map(isInSight)), String(one)).toEqual([true, true]);
    const count = door.getByTestId('occupancy').first();
    const before = Number(await count.textContent());
    await tapBy(door, pad);
    await expect.poll(() => count.textContent(), { message: String(one) }).toBe(String(before + 1));
    await door.context().close();
  }
}, 240_000);

/** Longer than a thumb rests before the page may move (web/src/features/areas/use-calm.ts). */
const CALM_MS = 5_500;
/** Fractions of a pixel come of scrolling, and of words of another width. */
const ROUNDING_PX = 2;

/** px from the top of the page. */
const topsOfPads = (door: Page): Promise<number[]> =>
  door.locator('.pads').evaluateAll((pads) => pads.map((it) => it.getBoundingClientRect().top + scrollY));

/** What lies on the name of the event or on the connection in the bar. */
const coveredBy = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const outputs = [...document.querySelectorAll('header output')];
    const shown = [document.querySelector('h1'), outputs.find(({ textContent }) => textContent === 'Connected')];
    return shown.flatMap((element) => {
      const box = element?.getBoundingClientRect();
      const hit = box && document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      return element && hit && element.contains(hit) ? [] : [`${element?.textContent} by ${hit?.textContent}`];
    });
  });

test('an alert that comes while somebody counts covers nothing that a door must see, and moves no pad', async () => {
  for (const size of ['tablet', 'side', 'small'] as const) {
    const one: Case = [size, 0, 12, 'long', 100, 'en-US'];
    const { accessCode, fillLast } = await openVenue(one);
    const door = await openDoor(accessCode, one);
    await connected(door);
    await tapBy(door, firstPad(door));
    const before = await topsOfPads(door);
    const expectStanding = async () => {
      expect(await coveredBy(door), size).toEqual([]);
      const moved = (await topsOfPads(door)).map((top, i) => Math.abs(top - (before[i] ?? Number.NaN)));
      expect(Math.max(...moved), size).toBeLessThan(ROUNDING_PX);
    };
    await fillLast();
    await rowOfAlerts(door).waitFor();
    await expectStanding();
    if (size !== 'small') continue;
    await door.waitForTimeout(CALM_MS);
    await expectStanding();
    const { x, y, width, height } = await boxOf(button(door, 'Acknowledge'));
    const tap = () => door.touchscreen.tap(x + width / 2, y + height / 2);
    await tap();
    await rowOfAlerts(door).waitFor({ state: 'detached' });
    // A second tap at the same place must not press what was under the row.
    await tap();
    expect(await door.getByRole('dialog').count()).toBe(0);
    await expectStanding();
  }
});

test('two thumbs on two pads count both; one that slides off counts nothing', async () => {
  // Both pads are in sight.
  const phone = await openDevice({ width: 390, height: 1_400 });
  await enterWithEvent(phone, 'Two Thumbs', { Door: 100, Bar: 100 });
  const centerOf = async (id: number, name: string) => {
    const { x, y, width, height } = await boxOf(button(phone, name));
    return { id, x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
  };
  const [door, bar] = [await centerOf(0, 'Add one to Door'), await centerOf(1, 'Add one to Bar')];
  const touch = await phone.context().newCDPSession(phone);
  const fingers = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: (typeof door)[]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints });

  await fingers('touchStart', [door]);
  await fingers('touchStart', [door, bar]);
  await fingers('touchEnd', [bar]);
  await fingers('touchEnd', []);
  await expect.poll(() => shownCount(phone, 'Door')).toBe('1');
  await expect.poll(() => shownCount(phone, 'Bar')).toBe('1');

  await fingers('touchStart', [door]);
  await fingers('touchMove', [{ ...door, y: door.y - 200 }]);
  await fingers('touchEnd', []);
  await button(phone, 'Add one to Bar').tap();
  await expect.poll(() => shownCount(phone, 'Bar')).toBe('2');
  expect(await shownCount(phone, 'Door')).toBe('1');
});
