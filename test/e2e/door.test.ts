import type { Locator, Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { enterAsAdmin, enterWithCode } from './steps';
import { openVenue, type VenueShape } from './venues';
import { withBrowser } from './support';

const { openDevice, pageErrors } = withBrowser();

const SIZES = {
  small: { width: 360, height: 640 },
  phone: { width: 390, height: 844 },
  side: { width: 844, height: 390 },
  tablet: { width: 820, height: 1180 },
};
type Size = keyof typeof SIZES;

interface Case extends VenueShape {
  size: Size;
  /** The size of the text, in percent. */
  text: 100 | 200;
  locale: 'en-US' | 'de-DE';
}

/** Each pair of two values stands in one of them at least. */
const CASES: readonly Case[] = [
  { size: 'small', alerts: 0, areas: 12, name: 'short', text: 100, locale: 'en-US' },
  { size: 'small', alerts: 1, areas: 1, name: 'long', text: 200, locale: 'de-DE' },
  { size: 'small', alerts: 2, areas: 12, name: 'long', text: 200, locale: 'en-US' },
  { size: 'small', alerts: 3, areas: 12, name: 'long', text: 100, locale: 'de-DE' },
  { size: 'phone', alerts: 0, areas: 1, name: 'long', text: 100, locale: 'de-DE' },
  { size: 'phone', alerts: 1, areas: 12, name: 'short', text: 100, locale: 'de-DE' },
  { size: 'phone', alerts: 2, areas: 12, name: 'short', text: 200, locale: 'de-DE' },
  { size: 'phone', alerts: 3, areas: 12, name: 'short', text: 200, locale: 'en-US' },
  { size: 'side', alerts: 0, areas: 12, name: 'long', text: 200, locale: 'en-US' },
  { size: 'side', alerts: 1, areas: 1, name: 'short', text: 100, locale: 'en-US' },
  { size: 'side', alerts: 2, areas: 12, name: 'short', text: 100, locale: 'de-DE' },
  { size: 'side', alerts: 3, areas: 12, name: 'long', text: 100, locale: 'en-US' },
  { size: 'tablet', alerts: 0, areas: 12, name: 'short', text: 200, locale: 'de-DE' },
  { size: 'tablet', alerts: 1, areas: 1, name: 'long', text: 100, locale: 'en-US' },
  { size: 'tablet', alerts: 3, areas: 12, name: 'short', text: 100, locale: 'de-DE' },
];

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

async function tapBy(page: Page, pad: Locator): Promise<void> {
  const box = await pad.boundingBox();
  if (!box) throw new Error('There is no pad');
  await page.touchscreen.tap(box.x + box.width / 2, box.y + Math.min(box.height / 2, 40));
}

/** What a steward finds there at once: what is wrong with it. */
async function faultsAt(admin: Page, { size, text, locale, ...shape }: Case): Promise<string[]> {
  const { accessCode } = await openVenue(admin, shape);
  const door = await openDevice(SIZES[size], inject('baseUrl'), locale, true);
  await enterWithCode(door, accessCode);
  const first = door.getByRole('article').first();
  const pad = first.locator('.pads button').last();
  await pad.waitFor();
  await door.evaluate((percent) => void (document.documentElement.style.fontSize = `${percent}%`), text);
  const alertRows = Math.min(1, shape.alerts);
  await expect.poll(() => door.locator('header [data-tone]').count()).toBe(alertRows);
  const faults = await faultsOf(pad, leastOf(size));
  if (!(await isInSight(door.getByRole('heading', { level: 1 })))) faults.push('the name of the event is out of sight');
  if (!(await isInSight(door.getByText(/^(Connected|Verbunden)$/)))) faults.push('the connection is out of sight');
  const count = first.getByTestId('occupancy');
  const before = Number(await count.textContent());
  await tapBy(door, pad);
  await expect.poll(() => count.textContent()).toBe(String(before + 1));
  if (process.env.SCREENSHOTS) {
    await door.screenshot({ path: `.tmp/screenshots/door-${size}-${shape.alerts}-${shape.areas}-${text}.png` });
  }
  await door.context().close();
  return faults;
}

test(
  'whatever is told and however it is named, the first pad is in sight and counts by touch',
  { timeout: 120_000 },
  async () => {
    const admin = await openDevice();
    await enterAsAdmin(admin);
    const found: string[] = [];
    for (const each of CASES) {
      const faults = await faultsAt(admin, each);
      found.push(...faults.map((fault) => `${JSON.stringify(each)}: ${fault}`));
    }
    expect(found).toEqual([]);
    expect(pageErrors).toEqual([]);
  },
);

test('a steward with a link counts with the second tap, at each size', async () => {
  const admin = await openDevice();
  await enterAsAdmin(admin);
  const { accessCode } = await openVenue(admin, { alerts: 1, areas: 1, name: 'long' });
  for (const [size, viewport] of Object.entries(SIZES)) {
    const door = await openDevice(viewport, inject('baseUrl'), 'en-US', true);
    await door.goto(`/login?code=${accessCode}`);
    await tapBy(door, door.locator('button[type=submit]'));
    const pad = door.getByRole('button', { name: /^Add one to/ });
    await pad.waitFor();
    const count = door.getByTestId('occupancy');
    const before = Number(await count.textContent());
    await tapBy(door, pad);
    await expect.poll(() => count.textContent(), { message: size }).toBe(String(before + 1));
    await door.context().close();
  }
  expect(pageErrors).toEqual([]);
});
