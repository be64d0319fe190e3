import type { Locator, Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { enterWithCode } from './steps';
import type { VenueShape } from './venues';
import type { withBrowser } from './browser';

/** The + of the first area, as a steward's thumb meets it. */

export const SIZES = ['small', 'phone', 'side', 'tablet'] as const;
type Size = (typeof SIZES)[number];
export const VIEWPORTS: Readonly<Record<Size, { width: number; height: number }>> = {
  small: { width: 360, height: 640 },
  phone: { width: 390, height: 844 },
  side: { width: 844, height: 390 },
  tablet: { width: 820, height: 1180 },
};

/** How a door is looked at. */
export interface View {
  size: Size;
  /** The size of the text, in percent. */
  text: 100 | 200;
  locale: 'en-US' | 'de-DE';
}

/** px: what a thumb needs of a + (docs/decisions/0004). */
const leastOf = (size: Size) => ({ width: 96, height: size === 'side' ? 64 : 96 });

/** What is wrong with the pad: it is too small, out of sight, or something lies on it. */
const faultsOf = (pad: Locator, least: { width: number; height: number }): Promise<string[]> =>
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

export async function tapBy(page: Page, pad: Locator): Promise<void> {
  const box = await pad.boundingBox();
  if (!box) throw new Error('There is no pad');
  await page.touchscreen.tap(box.x + box.width / 2, box.y + Math.min(box.height / 2, 40));
}

const firstPad = (door: Page): Locator => door.getByRole('article').first().locator('.pads button').last();

/** px: what Chromium's text has where nobody has changed it. */
const STANDARD_TEXT = { standard: 16, fixed: 13 };

/** The size of text that a person has set in the browser, in percent: media queries in rem follow it, as on a device. */
async function setTextSize(page: Page, percent: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const standard = (STANDARD_TEXT.standard * percent) / 100;
  await devtools.send('Page.setFontSizes', {
    fontSizes: { standard, fixed: (STANDARD_TEXT.fixed * percent) / 100 },
  });
}

/** A steward's device with a touch screen, once its pads are there. */
export async function openDoor(
  openDevice: ReturnType<typeof withBrowser>['openDevice'],
  accessCode: string,
  { size, locale, text }: View,
): Promise<{ door: Page; pad: Locator }> {
  const door = await openDevice(VIEWPORTS[size], inject('baseUrl'), locale, true);
  await setTextSize(door, text);
  await enterWithCode(door, accessCode);
  const pad = firstPad(door);
  await pad.waitFor();
  return { door, pad };
}

/** What is wrong with what a steward sees there at once; one tap is counted. */
export async function faultsAt(
  door: Page,
  { size, text, locale }: View,
  { alerts, areas, name }: VenueShape,
): Promise<string[]> {
  const pad = firstPad(door);
  await expect.poll(() => door.locator('header [data-tone]').count()).toBe(Math.min(1, alerts));
  const faults = await faultsOf(pad, leastOf(size));
  if (!(await isInSight(door.getByRole('heading', { level: 1 })))) faults.push('the name of the event is out of sight');
  if (!(await isInSight(door.getByText(/^(Connected|Verbunden)$/)))) faults.push('the connection is out of sight');
  const count = door.getByRole('article').first().getByTestId('occupancy');
  const before = Number(await count.textContent());
  await tapBy(door, pad);
  await expect
    .poll(() => count.textContent())
    .toBe(String(before + 1))
    .catch(() => faults.push('a tap was not counted'));
  if (process.env.SCREENSHOTS) {
    await door.screenshot({ path: `.tmp/screenshots/door-${size}-${alerts}-${areas}-${name}-${text}-${locale}.png` });
  }
  return faults;
}
