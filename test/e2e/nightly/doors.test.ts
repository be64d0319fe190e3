import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { withBrowser } from '../support/browser';
import {
  expectPadsAt,
  faultsAt,
  faultsOfPad,
  firstPad,
  openDoor,
  openVenue,
  SIZES,
  topsOfPads,
  type VenueShape,
  type View,
  waitForAlerts,
} from '../support/doors';
import { enterAsAdmin } from '../support/steps';

const { openDevice } = withBrowser();
const LONG = { timeout: 180_000 };

let admin: Page;
beforeAll(async () => {
  admin = await openDevice();
  await enterAsAdmin(admin);
});

/** One area alone has at most one alert of its own. */
const TOLD = [
  { areas: 1, alerts: 0 },
  { areas: 1, alerts: 1 },
  { areas: 12, alerts: 0 },
  { areas: 12, alerts: 1 },
  { areas: 12, alerts: 2 },
  { areas: 12, alerts: 3 },
] as const;
const SHAPES: readonly VenueShape[] = TOLD.flatMap((told) => [
  { ...told, name: 'short' as const },
  { ...told, name: 'long' as const },
]);
const VIEWS: readonly View[] = SIZES.flatMap((size) =>
  ([100, 200] as const).flatMap((text) => [
    { size, text, locale: 'en-US' as const },
    { size, text, locale: 'de-DE' as const },
  ]),
);

/** Each combination of which the door's journey (test/e2e/door.test.ts) has the pairs. */
test.for(VIEWS)('the first pad is in sight and counts: $size, text at $text %, $locale', LONG, async (view) => {
  const found: string[] = [];
  for (const shape of SHAPES) {
    const { accessCode } = await openVenue(admin, shape);
    const door = await openDoor(openDevice, accessCode, view);
    found.push(...(await faultsAt(door, view, shape)));
    await door.context().close();
  }
  expect(found).toEqual([]);
});

const UPRIGHT = [
  { width: 320, height: 568 },
  { width: 360, height: 640 },
  { width: 375, height: 667 },
  { width: 390, height: 664 },
  { width: 390, height: 844 },
];
/** The last is a window of 1280 × 900 at twice the size of text and all. */
const LYING = [
  { width: 844, height: 390 },
  { width: 667, height: 375 },
  { width: 640, height: 360 },
  { width: 568, height: 320 },
  { width: 640, height: 450 },
];

async function boxOf(target: Locator) {
  const box = await target.boundingBox();
  if (!box) throw new Error('It is not on the screen');
  return box;
}

const undoOf = (page: Page) => page.locator('[aria-keyshortcuts]');

/** What is wrong with the screen of a phone that lies on its side. */
const faultsOnItsSide = (page: Page): Promise<string[]> =>
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
  ['no alert', 'en-US', 0],
  ['one alert', 'en-US', 1],
  ['three alerts, in German', 'de-DE', 3],
] as const)('the bar of tools covers no pad and nothing covers it: %s', LONG, async (_told, locale, alerts) => {
  const { accessCode } = await openVenue(admin, { alerts, areas: 3, name: 'short' });
  const door = await openDoor(openDevice, accessCode, { size: 'phone', text: 100, locale });
  await waitForAlerts(door, alerts);
  for (const size of LYING) {
    await door.setViewportSize(size);
    const at = `${size.width} × ${size.height}`;
    await expect.poll(() => faultsOnItsSide(door), { message: at }).toEqual([]);
  }
  for (const size of UPRIGHT) {
    await door.setViewportSize(size);
    const [pad, undo] = [await boxOf(firstPad(door)), await boxOf(undoOf(door))];
    expect(undo.x + undo.width, `Undo in the column of +, ${size.width} wide`).toBeLessThanOrEqual(pad.x);
  }
  await door.locator('.head button').first().click();
  await door.getByRole('button', { name: /^±5 ±10/ }).click();
  await door.getByText('+10', { exact: true }).waitFor();
  for (const size of UPRIGHT) {
    await door.setViewportSize(size);
    const at = `${size.width} × ${size.height}`;
    if (process.env.SCREENSHOTS) await door.screenshot({ path: `.tmp/screenshots/whole-${alerts}-${at}.png` });
    expect(await faultsOfPad(firstPad(door), { width: 96, height: 64 }), at).toEqual([]);
  }
});

test('the pads stay where they are as the venue fills up and is full', LONG, async () => {
  const { accessCode, fill, limit } = await openVenue(admin, { alerts: 0, areas: 3, name: 'short' });
  await limit({ capacity: 1_000, staffAllowance: 0, safetyMarginPercent: 0, alertThresholds: [90] });
  for (const [locale, width] of [
    ['en-US', 375],
    ['en-US', 390],
    ['de-DE', 320],
  ] as const) {
    const door = await openDoor(openDevice, accessCode, { size: 'phone', text: 100, locale });
    await door.setViewportSize({ width, height: 844 });
    const pad = door.locator('.pads').last().locator('button').last();
    const total = door.getByTestId('venue-total');
    for (const [people, before, steps] of [
      [[400, 349, 0], '749', ['750', '751', '752']],
      [[480, 505, 14], '999', [/^1[,.]000$/, /^1[,.]001$/]],
    ] as const) {
      for (const [i, occupancy] of people.entries()) await fill(i, occupancy);
      await expect.poll(() => total.textContent()).toBe(before);
      await pad.scrollIntoViewIfNeeded();
      const tops = await topsOfPads(door);
      for (const shown of steps) {
        await pad.click();
        await expect.poll(() => total.textContent()).toMatch(shown);
        await expectPadsAt(door, tops, `${locale}, ${width} wide, ${shown}`);
      }
    }
    await door.context().close();
  }
});
