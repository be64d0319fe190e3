import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, inject, test } from 'vitest';
import * as z from 'zod/mini';
import { enlargeText, PHONE, SMALL, withBrowser } from './support/browser';
import { boxOf, call, enterAsAdmin, enterWithCode, enterWithEvent, firstPad, tapBy } from './support/steps';

/** Tests that the + of the first area stays reachable for a thumb. */

const { openDevice } = withBrowser();

let admin: Page;
beforeAll(async () => {
  admin = await openDevice();
  await enterAsAdmin(admin);
});

const VIEWPORTS = {
  small: SMALL,
  phone: PHONE,
  side: { width: 844, height: 390 },
  tablet: { width: 820, height: 1180 },
};

type Size = keyof typeof VIEWPORTS;

const MadeSchema = z.object({
  eventId: z.optional(z.string()),
  accessCode: z.optional(z.string()),
  areaId: z.optional(z.string()),
});
const CAPACITY = 500;

/** Creates an event with many areas and long names by API calls; `fill` raises an area's alert. */
async function openVenue() {
  const send = async (method: 'POST' | 'PUT', path: string, data: object) =>
    z.parse(MadeSchema, await call(admin, method, path, data));
  const eventName = 'Harbor Lights Festival of the North and its Winter Market 2026';
  const { eventId = '', accessCode = '' } = await send('POST', '/api/events', { eventName });
  const ids: string[] = [];
  for (let i = 0; i < 12; i++) {
    const areaName = i === 0 ? 'Riverside Garden behind the Second Gate' : `Gate ${i + 1}`;
    const { areaId = '' } = await send('POST', `/api/events/${eventId}/areas`, { areaName, capacity: CAPACITY });
    ids.push(areaId);
  }
  const fill = (index: number) =>
    send('PUT', `/api/areas/${ids.at(index)}/recount`, { occupancy: CAPACITY + 10, reason: 'A count by hand' });
  return { accessCode, fill };
}

/** Opens a counting device with a touch screen, large text and long names, and waits for its pads. */
async function openDoor(accessCode: string, size: Size): Promise<Page> {
  const door = await openDevice(VIEWPORTS[size], inject('baseUrl'), 'de-DE', true);
  await enlargeText(door);
  await enterWithCode(door, accessCode);
  await firstPad(door).waitFor();
  return door;
}

/** px: the smallest + that a thumb can hit (docs/decisions/0004). */
const leastOf = (size: Size) => ({ width: 96, height: size === 'side' ? 64 : 96 });

/** Lists the faults of the pad: too little of it is visible, or another element covers it. */
const faultsOfPad = (pad: Locator, least: { width: number; height: number }): Promise<string[]> =>
  pad.evaluate((element, { width, height }) => {
    const box = element.getBoundingClientRect();
    const shown = {
      width: Math.min(box.right, innerWidth) - Math.max(box.left, 0),
      height: Math.min(box.bottom, innerHeight) - Math.max(box.top, 0),
    };
    const isSmall = shown.width < width || shown.height < height;
    const faults = isSmall ? [`${shown.width} × ${shown.height} px of it are in sight`] : [];
    // The pad's corners are round, so points near the corners are left out.
    for (const down of [0.15, 0.5, 0.85]) {
      for (const across of [0.2, 0.5, 0.8]) {
        const y = Math.max(box.top, 0) + Math.min(shown.height, height) * down;
        const hit = document.elementFromPoint(box.left + box.width * across, y);
        if (hit?.closest('button') !== element) faults.push(`covered by ${hit?.outerHTML.slice(0, 80)}`);
      }
    }
    return faults;
  }, least);

const rowOfAlerts = (page: Page): Locator => page.locator('header [data-tone]');

/** Longer than the page rests after the last tap (web/src/features/counting/press/use-no-recent-taps.ts). */
const CALM_MS = 5_500;
/** Scrolling, and words of a different width, shift elements by fractions of a pixel. */
const ROUNDING_PX = 2;

/** Distance of each pad from the top of the page, px. */
const topsOfPads = (door: Page): Promise<number[]> =>
  door.locator('.pads').evaluateAll((pads) => pads.map((it) => it.getBoundingClientRect().top + scrollY));

/** Lists the elements that cover the event's name or the connection status in the bar. */
const coveredBy = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const outputs = [...document.querySelectorAll('header output')];
    const shown = [document.querySelector('h1'), outputs.find(({ textContent }) => textContent === 'Verbunden')];
    return shown.flatMap((element) => {
      const box = element?.getBoundingClientRect();
      const hit = box && document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      return element && hit && element.contains(hit) ? [] : [`${element?.textContent} by ${hit?.textContent}`];
    });
  });

/** Lists the elements, by a grid of points over the screen, on which a quick second tap would zoom the page. */
const zoomingAt = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = new Set<string>();
    for (let y = 2; y < innerHeight; y += 6) {
      for (let x = 2; x < innerWidth; x += 6) {
        const hit = document.elementFromPoint(x, y);
        if (hit && getComputedStyle(hit).touchAction !== 'manipulation') found.add(`${hit.tagName} ${hit.className}`);
      }
    }
    return [...found];
  });

test('an alert that arrives during counting covers nothing that a device must show and moves no pad', async () => {
  for (const size of ['small', 'phone', 'side', 'tablet'] as const) {
    const { accessCode, fill } = await openVenue();
    const door = await openDoor(accessCode, size);
    await door.getByText('Verbunden', { exact: true }).waitFor();
    await tapBy(door, firstPad(door));
    await expect.poll(() => door.getByTestId('occupancy').first().textContent()).toBe('1');
    const before = await topsOfPads(door);
    const expectStanding = async () => {
      expect(await coveredBy(door), size).toEqual([]);
      expect(await faultsOfPad(firstPad(door), leastOf(size)), size).toEqual([]);
      const moved = (await topsOfPads(door)).map((top, i) => Math.abs(top - (before[i] ?? Number.NaN)));
      expect(Math.max(...moved), size).toBeLessThan(ROUNDING_PX);
    };
    await fill(-1);
    await rowOfAlerts(door).waitFor();
    await expectStanding();
    expect(await zoomingAt(door), size).toEqual([]);
    if (size === 'small') {
      await door.waitForTimeout(CALM_MS);
      await expectStanding();
      const { x, y, width, height } = await boxOf(door.getByRole('button', { name: 'Bestätigen' }));
      const tap = () => door.touchscreen.tap(x + width / 2, y + height / 2);
      await tap();
      await rowOfAlerts(door).waitFor({ state: 'detached' });
      // A second tap at the same place must not press what was under the row.
      await tap();
      expect(await door.getByRole('dialog').count()).toBe(0);
      await expectStanding();
    }
    // A device that opens the event during three alerts also sees the first pad.
    for (const index of [-2, -3, -4]) await fill(index);
    await door.reload();
    await rowOfAlerts(door).waitFor();
    expect(await faultsOfPad(firstPad(door), leastOf(size)), size).toEqual([]);
    await door.context().close();
  }
});

test('a phone shows the whole names of an admin’s areas beside their pads and menus', async () => {
  const phone = await openDevice(VIEWPORTS.phone);
  const names = ['Main Stage', 'Food Market', 'Riverside Garden'];
  await enterWithEvent(phone, 'Harbor Lights', Object.fromEntries(names.map((name) => [name, CAPACITY])));
  for (const size of ['phone', 'small'] as const) {
    await phone.setViewportSize(VIEWPORTS[size]);
    await firstPad(phone).waitFor();
    const whole = await phone
      .locator('article h2 button')
      .evaluateAll((shown) =>
        shown.filter((it) => it.scrollWidth <= it.clientWidth && it.scrollHeight <= it.clientHeight + 1),
      );
    expect(whole.length, size).toBe(names.length);
  }
});

test('on the smallest phone, every pad of an opened area is in sight, those for moves, too', async () => {
  const page = await openDevice(VIEWPORTS.small);
  const { code } = await enterWithEvent(page, 'Harbor Lights', { 'Main Stage': 500, Terrace: 90, VIP: 40, Bar: 60 });
  const door = await openDevice(VIEWPORTS.small);
  await enterWithCode(door, code);
  await door.getByRole('button', { name: 'Show Main Stage full screen' }).click();
  await door.getByRole('button', { name: /^±5 ±10/ }).click();
  await door.getByRole('button', { name: 'Move 1 → Terrace, from Main Stage' }).waitFor();
  const bar = await boxOf(door.getByRole('region', { name: 'Counting tools' }));
  const pads = await Promise.all(
    (await door.locator('[data-area-id] .area-card :is(.pads, .more) button').all()).map(boxOf),
  );
  expect(pads).toHaveLength(9);
  for (const { y, height } of pads) expect(y + height).toBeLessThanOrEqual(bar.y);
  expect(await faultsOfPad(firstPad(door), leastOf('small'))).toEqual([]);
});

test('with text at twice its size, the Undo of an opened area is in sight on a phone and covers no pad', async () => {
  const page = await openDevice(VIEWPORTS.phone);
  const { code } = await enterWithEvent(page, 'Harbor Lights', { 'Main Stage': 500, Bar: 60 });
  const door = await openDoor(code, 'phone');
  await door.goto('/app');
  await door.getByRole('button', { name: 'Main Stage groß anzeigen' }).click();
  const undo = door.getByRole('button', { name: /^Rückgängig/ });
  await undo.waitFor();
  const { y, height } = await boxOf(undo);
  expect(y + height).toBeLessThanOrEqual(VIEWPORTS.phone.height);
  const pads = await Promise.all((await door.locator('.pads button').all()).map(boxOf));
  expect(pads).toHaveLength(2);
  for (const pad of pads) expect(pad.y + pad.height).toBeLessThanOrEqual(y);
});
