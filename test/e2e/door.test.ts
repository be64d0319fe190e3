import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { withBrowser } from './support/browser';
import {
  expectPadsAt,
  faultsAt,
  firstPad,
  openDoor,
  openVenue,
  SIZES,
  tapBy,
  topsOfPads,
  type VenueShape,
  type View,
  VIEWPORTS,
} from './support/doors';
import { button, connected, enterAsAdmin, enterWithEvent, shownCount } from './support/steps';

const { openDevice } = withBrowser();

/** Each pair of two values stands in one of them at least; test/e2e/nightly/doors.test.ts has each combination. */
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
] as const;

test('whatever is told and however it is named, the first pad is in sight and counts by touch', async () => {
  const admin = await openDevice();
  await enterAsAdmin(admin);
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
}, 120_000);

test('a steward with a link counts with the second tap, at each size', async () => {
  const admin = await openDevice();
  await enterAsAdmin(admin);
  const { accessCode } = await openVenue(admin, { alerts: 1, areas: 1, name: 'long' });
  for (const size of SIZES) {
    const door = await openDevice(VIEWPORTS[size], undefined, 'en-US', true);
    await door.goto(`/login?code=${accessCode}`);
    await tapBy(door, door.locator('button[type=submit]'));
    await firstPad(door).waitFor();
    const count = door.getByTestId('occupancy');
    const before = Number(await count.textContent());
    await tapBy(door, firstPad(door));
    await expect.poll(() => count.textContent(), { message: size }).toBe(String(before + 1));
    await door.context().close();
  }
});

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
  const admin = await openDevice();
  await enterAsAdmin(admin);
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
  const acknowledge = button(small, 'Acknowledge');
  const { x, y, width, height } = (await acknowledge.boundingBox())!;
  const tap = () => small.touchscreen.tap(x + width / 2, y + height / 2);
  await tap();
  await row(small).waitFor({ state: 'detached' });
  // A second tap at the same place must not press what was under the row.
  await tap();
  expect(await small.getByRole('dialog').count()).toBe(0);
  await expectStanding(0);
});

async function centerOf(pad: Locator): Promise<{ x: number; y: number }> {
  const box = await pad.boundingBox();
  if (!box) throw new Error('The pad is not on the screen');
  return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
}

test('two thumbs on two pads count both; one that slides off counts nothing', async () => {
  // Both pads are in sight.
  const phone = await openDevice({ width: 390, height: 1_400 });
  await enterWithEvent(phone, 'Two Thumbs', { Door: 100, Bar: 100 });
  const door = { id: 0, ...(await centerOf(button(phone, 'Add one to Door'))) };
  const bar = { id: 1, ...(await centerOf(button(phone, 'Add one to Bar'))) };
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
