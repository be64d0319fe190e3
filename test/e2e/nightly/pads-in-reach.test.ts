import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { call, enterAsAdmin, openSheet } from '../support/steps';
import { withBrowser } from '../support/browser';

const { openDevice, pageErrors } = withBrowser();

const SIZES = [
  { width: 320, height: 568 },
  { width: 360, height: 640 },
  { width: 375, height: 667 },
  { width: 390, height: 664 },
  { width: 390, height: 844 },
];
const CAPACITY = 500;
/** What is scrolled by fractions of a pixel is measured so. */
const ROUNDING_PX = 2;
const AREAS = ['Alpha', 'Beta', 'Gamma'] as const;
type People = readonly [alpha: number, beta: number, gamma: number];

/** What the test needs of what it has made. */
const MadeSchema = z.object({
  eventId: z.optional(z.string()),
  accessCode: z.optional(z.string()),
  areaId: z.optional(z.string()),
});

/** An event whose areas hold 500 each, and whose venue holds 1,000. */
async function openVenue(eventName = 'Venue') {
  const admin = await openDevice();
  await enterAsAdmin(admin);
  const send = async (method: 'POST' | 'PUT', path: string, data: object) =>
    z.parse(MadeSchema, await call(admin, method, path, data));
  const { eventId = '', accessCode = '' } = await send('POST', '/api/events', { eventName });
  const venue = { capacity: 1_000, staffAllowance: 0, safetyMarginPercent: 0, alertThresholds: [90] };
  await send('PUT', `/api/events/${eventId}/venue`, venue);
  const ids: string[] = [];
  for (const areaName of AREAS) {
    const { areaId = '' } = await send('POST', `/api/events/${eventId}/areas`, { areaName, capacity: CAPACITY });
    ids.push(areaId);
  }
  return {
    admin,
    accessCode,
    fill: async (people: People) => {
      for (const [i, occupancy] of people.entries()) {
        await send('PUT', `/api/areas/${ids[i]}/recount`, { occupancy, reason: 'A count by hand' });
      }
    },
  };
}

async function boxOf(target: Locator) {
  const box = await target.boundingBox();
  if (!box) throw new Error('It is not on the screen');
  return box;
}

/** The names of what a thumb hits on the pad, from its top to its end. */
const hitsOn = (pad: Locator): Promise<string[]> =>
  pad.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [0.03, 0.5, 0.97].flatMap((down) =>
      [0.1, 0.5, 0.9].map((across) => {
        const hit = document.elementFromPoint(left + width * across, top + height * down);
        return hit?.closest('button') === element ? 'pad' : (hit?.closest('button')?.textContent ?? 'nothing');
      }),
    );
  });

const padOf = (page: Page, name: string) => page.getByRole('article', { name }).locator('.pads button').last();
const undoOf = (page: Page) => page.locator('[aria-keyshortcuts]');

test.each([
  ['without an alert', 'en-US', [10, 10, 10], 0],
  ['with an alert', 'en-US', [460, 10, 10], 1],
  ['with three alerts, in German', 'de-DE', [460, 460, 10], 3],
] as const)('no pad is under the bar of tools: %s', { timeout: 120_000 }, async (_case, locale, people, alerts) => {
  const { accessCode, fill } = await openVenue();
  await fill(people);
  const door = await openDevice(undefined, undefined, locale);
  await door.goto(`/login?code=${accessCode}`);
  await door.locator('button[type=submit]').click();
  await undoOf(door).waitFor();
  await expect.poll(() => door.locator('header [data-tone]').count()).toBe(Math.min(1, alerts));
  for (const size of SIZES) {
    await door.setViewportSize(size);
    const [pad, undo] = [await boxOf(padOf(door, 'Alpha')), await boxOf(undoOf(door))];
    expect(undo.x + undo.width, `Undo in the column of +, ${size.width} wide`).toBeLessThanOrEqual(pad.x);
  }
  await door.locator('.head button').first().click();
  await door.getByRole('button', { name: /^±5 ±10/ }).click();
  await door.getByText('+10', { exact: true }).waitFor();
  for (const size of SIZES) {
    await door.setViewportSize(size);
    const at = `${size.width} × ${size.height}`;
    if (process.env.SCREENSHOTS) await door.screenshot({ path: `.tmp/screenshots/whole-${alerts}-${at}.png` });
    expect((await boxOf(padOf(door, 'Alpha'))).height, at).toBeGreaterThanOrEqual(64);
    expect(new Set(await hitsOn(padOf(door, 'Alpha'))), at).toEqual(new Set(['pad']));
  }
  expect(pageErrors).toEqual([]);
});

/** The last is a window of 1280 × 900 at twice the size of text and all. */
const LYING = [
  { width: 844, height: 390 },
  { width: 667, height: 375 },
  { width: 640, height: 360 },
  { width: 568, height: 320 },
  { width: 640, height: 450 },
];

/** What is wrong with the screen of a phone that lies on its side. */
const faultsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const name = document.querySelector('h1');
    const bar = document.querySelector('header')?.getBoundingClientRect();
    const rail = document.querySelector('[aria-keyshortcuts]')?.closest('section')?.getBoundingClientRect();
    if (!name || !bar || !rail) return ['a part is missing'];
    const faults: string[] = [];
    if (name.scrollWidth > name.clientWidth + 1) faults.push('the name is cut');
    if (rail.top < bar.bottom) faults.push(`Undo is ${bar.bottom - rail.top} px under the alerts`);
    if (rail.bottom > innerHeight) faults.push('Undo is below the screen');
    if (document.documentElement.scrollWidth > innerWidth) faults.push('it scrolls sideways');
    return faults;
  });

test.each([
  ['no alert', [10, 10, 10], 0],
  ['one alert', [460, 10, 10], 1],
  ['three alerts', [460, 460, 10], 3],
] as const)('on its side, with %s: the name stays whole, Undo below the alerts', async (_case, people, alerts) => {
  const name = 'Harbor Lights Festival';
  const { admin, accessCode, fill } = await openVenue(name);
  await fill(people);
  const door = await openDevice();
  await door.goto(`/login?code=${accessCode}`);
  await door.locator('button[type=submit]').click();
  await admin.reload();
  for (const page of [door, admin]) {
    await undoOf(page).waitFor();
    await expect.poll(() => page.locator('header [data-tone]').count()).toBe(Math.min(1, alerts));
    for (const size of LYING) {
      await page.setViewportSize(size);
      await expect.poll(() => faultsOf(page), { message: `${size.width} × ${size.height}` }).toEqual([]);
      await openSheet(page);
      await page.getByText(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/).waitFor();
      for (const title of ['Copy access code', 'Share']) {
        expect(await page.getByRole('button', { name: title, exact: true }).isVisible(), title).toBe(true);
      }
      await page.keyboard.press('Escape');
    }
  }
  expect(pageErrors).toEqual([]);
});

test('the pads stay where they are as the venue fills up and is full', { timeout: 120_000 }, async () => {
  const { accessCode, fill } = await openVenue();
  for (const [locale, width] of [
    ['en-US', 375],
    ['en-US', 390],
    ['de-DE', 320],
  ] as const) {
    await fill([400, 349, 0]);
    const door = await openDevice({ width, height: 844 }, undefined, locale);
    await door.goto(`/login?code=${accessCode}`);
    await door.locator('button[type=submit]').click();
    await undoOf(door).waitFor();
    const pad = padOf(door, 'Gamma');
    const total = door.getByTestId('venue-total');
    const top = () => pad.evaluate((element) => element.getBoundingClientRect().top + scrollY);
    await expect.poll(() => total.textContent()).toBe('749');
    await pad.scrollIntoViewIfNeeded();
    const before = await top();
    for (const shown of ['750', '751', '752']) {
      await pad.click();
      await expect.poll(() => total.textContent()).toBe(shown);
      expect(Math.abs((await top()) - before), `${locale}, ${width} wide, ${shown}`).toBeLessThan(ROUNDING_PX);
    }
    await fill([480, 505, 14]);
    await expect.poll(() => total.textContent()).toBe('999');
    const nearlyFull = await top();
    for (const shown of [/^1[,.]000$/, /^1[,.]001$/]) {
      await pad.click();
      await expect.poll(() => total.textContent()).toMatch(shown);
      expect(Math.abs((await top()) - nearlyFull), `${locale}, ${width} wide, ${shown}`).toBeLessThan(ROUNDING_PX);
    }
    await door.context().close();
  }
  expect(pageErrors).toEqual([]);
});
