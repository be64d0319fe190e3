import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { withBrowser } from './support/browser';
import {
  boxOf,
  expectPadsAt,
  faultsAt,
  faultsOfPad,
  firstPad,
  openDoor,
  openVenue,
  SIZES,
  tapBy,
  topsOfPads,
  type VenueShape,
  type View,
  waitForAlerts,
} from './support/doors';
import { button, connected, enterAsAdmin, enterWithEvent, shownCount } from './support/steps';

const { openDevice } = withBrowser();

let admin: Page;
beforeAll(async () => {
  admin = await openDevice();
  await enterAsAdmin(admin);
});

/** Each pair of two values stands in one of them at least, and so do the worst of all sizes. */
const CASES = [
  ['small', 0, 12, 'short', 100, 'en-US'],
  ['small', 1, 1, 'long', 200, 'de-DE'],
  ['small', 2, 12, 'long', 200, 'en-US'],
  ['small', 3, 12, 'long', 100, 'de-DE'],
  ['phone', 0, 1, 'long', 100, 'de-DE'],
  ['phone', 1, 12, 'short', 100, 'de-DE'],
  ['phone', 2, 12, 'short', 200, 'de-DE'],
  ['phone', 3, 12, 'short', 200, 'en-US'],
  ['side', 0, 12, 'long', 200, 'en-US'],
  ['side', 1, 1, 'short', 100, 'en-US'],
  ['side', 2, 12, 'short', 100, 'de-DE'],
  ['side', 3, 12, 'long', 100, 'en-US'],
  ['tablet', 0, 12, 'short', 200, 'de-DE'],
  ['tablet', 1, 1, 'long', 100, 'en-US'],
  ['tablet', 3, 12, 'short', 100, 'de-DE'],
  ['small', 3, 12, 'long', 200, 'de-DE'],
  ['side', 3, 12, 'long', 200, 'de-DE'],
] as const;

test('whatever is told and however it is named, the first pad is in sight and counts by touch', async () => {
  const found: string[] = [];
  for (const [size, alerts, areas, name, text, locale] of CASES) {
    const shape: VenueShape = { alerts, areas, name };
    const view: View = { size, text, locale };
    const { accessCode } = await openVenue(admin, shape);
    const door = await openDoor(openDevice, accessCode, view);
    found.push(...(await faultsAt(door, view, shape)));
    await door.context().close();
  }
  expect(found).toEqual([]);
}, 240_000);

/** Longer than a thumb rests before the page may move (web/src/features/areas/use-calm.ts). */
const CALM_MS = 5_500;

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
  const { accessCode, fillLast } = await openVenue(admin, { alerts: 0, areas: 12, name: 'long' });
  const doors = await Promise.all(
    SIZES.map(async (size) => {
      const page = await openDoor(openDevice, accessCode, { size, text: 100, locale: 'en-US' });
      await connected(page);
      return { size, page };
    }),
  );
  for (const { page } of doors) await tapBy(page, firstPad(page));
  const before = await Promise.all(doors.map(({ page }) => topsOfPads(page)));
  const expectStanding = async (index: number) => {
    const { page, size } = doors[index]!;
    expect(await coveredBy(page), size).toEqual([]);
    await expectPadsAt(page, before[index] ?? [], size);
  };
  await fillLast();
  const row = (page: Page) => page.locator('header [data-tone]');
  for (const [i, { page }] of doors.entries()) {
    await row(page).waitFor();
    await expectStanding(i);
  }
  await admin.waitForTimeout(CALM_MS);
  await expectStanding(0);
  const small = doors[0]!.page;
  const { x, y, width, height } = await boxOf(button(small, 'Acknowledge'));
  const tap = () => small.touchscreen.tap(x + width / 2, y + height / 2);
  await tap();
  await row(small).waitFor({ state: 'detached' });
  // A second tap at the same place must not press what was under the row.
  await tap();
  expect(await small.getByRole('dialog').count()).toBe(0);
  await expectStanding(0);
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

const UPRIGHT = [
  [320, 568],
  [360, 640],
  [375, 667],
  [390, 664],
  [390, 844],
] as const;
/** The last is a window of 1280 × 900 at twice the size of text and all. */
const LYING = [
  [844, 390],
  [667, 375],
  [640, 360],
  [568, 320],
  [640, 450],
] as const;

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
] as const)('the bar of tools covers no pad, and nothing covers it: %s', async (_told, locale, alerts) => {
  const { accessCode } = await openVenue(admin, { alerts, areas: 3, name: 'short' });
  const door = await openDoor(openDevice, accessCode, { size: 'phone', text: 100, locale });
  await waitForAlerts(door, alerts);
  for (const [width, height] of LYING) {
    await door.setViewportSize({ width, height });
    await expect.poll(() => faultsOnItsSide(door), { message: `${width} × ${height}` }).toEqual([]);
  }
  for (const [width, height] of UPRIGHT) {
    await door.setViewportSize({ width, height });
    // The page may still be laid out for the size before.
    const overlap = async () => {
      const undo = await boxOf(door.locator('[aria-keyshortcuts]'));
      return undo.x + undo.width - (await boxOf(firstPad(door))).x;
    };
    await expect.poll(overlap, { message: `Undo in the column of +, ${width} wide` }).toBeLessThanOrEqual(0);
  }
  await door.locator('.head button').first().click();
  await door.getByRole('button', { name: /^±5 ±10/ }).click();
  await door.getByText('+10', { exact: true }).waitFor();
  for (const [width, height] of UPRIGHT) {
    await door.setViewportSize({ width, height });
    expect(await faultsOfPad(firstPad(door), { width: 96, height: 64 }), `${width} × ${height}`).toEqual([]);
  }
});

test('the pads stay where they are as the venue fills up and is full', async () => {
  const { accessCode, fill, limit } = await openVenue(admin, { alerts: 0, areas: 3, name: 'short' });
  await limit({ capacity: 1_000, staffAllowance: 0, safetyMarginPercent: 0, alertThresholds: [90] });
  for (const [locale, width] of [
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
  }
});
