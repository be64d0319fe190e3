import type { Locator, Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import * as z from 'zod/mini';
import type { withBrowser } from './browser';
import { call, enterWithCode } from './steps';

/** The + of the first area, as a steward's thumb meets it. */

const VIEWPORTS = {
  small: { width: 360, height: 640 },
  phone: { width: 390, height: 844 },
  side: { width: 844, height: 390 },
  tablet: { width: 820, height: 1180 },
};
type Size = keyof typeof VIEWPORTS;
export const SIZES = ['small', 'phone', 'side', 'tablet'] as const satisfies readonly Size[];

/** The screen that a steward looks at. */
export interface View {
  size: Size;
  /** The size of the text, in percent. */
  text: 100 | 200;
  locale: 'en-US' | 'de-DE';
}

export interface VenueShape {
  /** Areas above their capacity, each with an alert. */
  alerts: 0 | 1 | 2 | 3;
  areas: 1 | 3 | 12;
  /** How long the names of the event and of its first area are. */
  name: 'short' | 'long';
}

const MadeSchema = z.object({
  eventId: z.optional(z.string()),
  accessCode: z.optional(z.string()),
  areaId: z.optional(z.string()),
});

const CAPACITY = 500;
const LONG_EVENT = 'Harbor Lights Festival of the North and its Winter Market 2026';
const LONG_AREA = 'Riverside Garden behind the Second Gate';

/** Makes an event of the page's account by calls. One area alone has one alert of its own, and the venue's. */
export async function openVenue(admin: Page, { alerts, areas, name }: VenueShape) {
  const send = async (method: 'POST' | 'PUT', path: string, data: object) =>
    z.parse(MadeSchema, await call(admin, method, path, data));
  const isLong = name === 'long';
  const eventName = isLong ? LONG_EVENT : 'Harbor Lights Festival';
  const { eventId = '', accessCode = '' } = await send('POST', '/api/events', { eventName });
  const ids: string[] = [];
  const fill = (index: number, occupancy: number) =>
    send('PUT', `/api/areas/${ids.at(index)}/recount`, { occupancy, reason: 'A count by hand' });
  for (let i = 0; i < areas; i++) {
    const areaName = i === 0 && isLong ? LONG_AREA : `Gate ${i + 1}`;
    const { areaId = '' } = await send('POST', `/api/events/${eventId}/areas`, { areaName, capacity: CAPACITY });
    ids.push(areaId);
    await fill(i, i < alerts ? CAPACITY + 10 : 20);
  }
  return {
    accessCode,
    fill,
    /** Raises the alert of its last area. */
    fillLast: () => fill(-1, CAPACITY + 10),
    limit: (venue: object) => send('PUT', `/api/events/${eventId}/venue`, venue),
  };
}

export async function boxOf(target: Locator) {
  const box = await target.boundingBox();
  if (!box) throw new Error('It is not on the screen');
  return box;
}

export async function tapBy(page: Page, pad: Locator): Promise<void> {
  const { x, y, width, height } = await boxOf(pad);
  await page.touchscreen.tap(x + width / 2, y + Math.min(height / 2, 40));
}

const padsOf = (door: Page): Locator => door.locator('.pads');
export const firstPad = (door: Page): Locator => padsOf(door).first().locator('button').last();

/** px: what Chromium's text has where nobody has changed it. */
const STANDARD_TEXT = { standard: 16, fixed: 13 };

/** A steward's device with a touch screen, once its pads are there. */
export async function openDoor(
  openDevice: ReturnType<typeof withBrowser>['openDevice'],
  accessCode: string,
  { size, locale, text }: View,
): Promise<Page> {
  const door = await openDevice(VIEWPORTS[size], inject('baseUrl'), locale, true);
  // What a person has set in the browser: media queries in rem follow it, as on a device.
  const devtools = await door.context().newCDPSession(door);
  const { standard, fixed } = STANDARD_TEXT;
  await devtools.send('Page.setFontSizes', {
    fontSizes: { standard: (standard * text) / 100, fixed: (fixed * text) / 100 },
  });
  await enterWithCode(door, accessCode);
  await firstPad(door).waitFor();
  return door;
}

/** px: what a thumb needs of a + (docs/decisions/0004). */
const leastOf = (size: Size) => ({ width: 96, height: size === 'side' ? 64 : 96 });

/** What is wrong with the pad: too little of it is in sight, or something lies on it. */
export const faultsOfPad = (pad: Locator, least: { width: number; height: number }): Promise<string[]> =>
  pad.evaluate((element, { width, height }) => {
    const box = element.getBoundingClientRect();
    const shown = {
      width: Math.min(box.right, innerWidth) - Math.max(box.left, 0),
      height: Math.min(box.bottom, innerHeight) - Math.max(box.top, 0),
    };
    const faults: string[] = [];
    if (shown.width < width || shown.height < height)
      faults.push(`${shown.width} × ${shown.height} px of it are in sight`);
    // Its corners are round.
    for (const down of [0.15, 0.5, 0.85]) {
      for (const across of [0.2, 0.5, 0.8]) {
        const y = Math.max(box.top, 0) + Math.min(shown.height, height) * down;
        const hit = document.elementFromPoint(box.left + box.width * across, y);
        if (hit?.closest('button') !== element)
          faults.push(`covered at ${across}, ${down}: ${hit?.outerHTML.slice(0, 80)}`);
      }
    }
    return faults;
  }, least);

const isInSight = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => {
    const { top, bottom, width } = element.getBoundingClientRect();
    return width > 0 && top >= 0 && bottom <= innerHeight && document.documentElement.scrollWidth <= innerWidth;
  });

/** Waits until the door tells its alerts, which it does in one row. */
export async function waitForAlerts(page: Page, alerts: number): Promise<void> {
  await expect.poll(() => page.locator('header [data-tone]').count()).toBe(Math.min(1, alerts));
}

/** What is wrong with what a steward sees there at once; one tap is counted. */
export async function faultsAt(door: Page, view: View, shape: VenueShape): Promise<string[]> {
  const pad = firstPad(door);
  await waitForAlerts(door, shape.alerts);
  const faults = await faultsOfPad(pad, leastOf(view.size));
  if (!(await isInSight(door.getByRole('heading', { level: 1 })))) faults.push('the name of the event is out of sight');
  if (!(await isInSight(door.getByText(/^(Connected|Verbunden)$/)))) faults.push('the connection is out of sight');
  const count = door.getByTestId('occupancy').first();
  const before = Number(await count.textContent());
  await tapBy(door, pad);
  await expect
    .poll(() => count.textContent())
    .toBe(String(before + 1))
    .catch(() => faults.push('a tap was not counted'));
  if (process.env.SCREENSHOTS) {
    const name = [view.size, ...Object.values(shape), view.text, view.locale].join('-');
    await door.screenshot({ path: `.tmp/screenshots/door-${name}.png` });
  }
  return faults.map((fault) => `${JSON.stringify({ ...shape, ...view })}: ${fault}`);
}

/** px from the top of the page. */
export const topsOfPads = (door: Page): Promise<number[]> =>
  padsOf(door).evaluateAll((pads) => pads.map((it) => it.getBoundingClientRect().top + scrollY));

/** Fractions of a pixel come of scrolling, and of words of another width. */
const ROUNDING_PX = 2;

export async function expectPadsAt(door: Page, before: readonly number[], message: string): Promise<void> {
  const moved = (await topsOfPads(door)).map((top, i) => Math.abs(top - (before[i] ?? Number.NaN)));
  expect(Math.max(...moved), message).toBeLessThan(ROUNDING_PX);
}
