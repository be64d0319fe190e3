import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { holdLine } from '../support/line';
import { addArea, area, createEvent, enterAsAdmin, enterWithCode, shownCount, tapIn } from '../support/steps';
import { DESKTOP, withBrowser } from '../support/browser';

const { openDevice, pageErrors } = withBrowser();

const HOUR_MS = 3_600_000;

/** The page's clock is wrong by so much, from its first moment on. */
async function setClockOff(page: Page, byMs: number): Promise<void> {
  await page.addInitScript((by) => {
    const RealDate = Date;
    const now = () => RealDate.now() + by;
    window.Date = new Proxy(RealDate, {
      construct: (target, args: []) => (args.length === 0 ? new target(now()) : new target(...args)),
      apply: (target) => new target(now()).toString(),
      get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
    });
  }, byMs);
}

/** HH:mm on the page's own clock. */
const clockOf = (page: Page): Promise<number> => page.evaluate(() => Date.now());
const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
};

/** How old the page says that its numbers are, by its own clock, in minutes. */
async function saidAgeMinutes(page: Page): Promise<number> {
  const text =
    (await page
      .getByText(/last synced \d\d:\d\d/)
      .first()
      .textContent()) ?? '';
  const said = minutesOf(/last synced (\d\d:\d\d)/.exec(text)?.[1] ?? '');
  const time = await page.evaluate(() => new Date(Date.now()).toTimeString().slice(0, 5));
  return (minutesOf(time) - said + 24 * 60) % (24 * 60);
}

test('a phone three hours ahead and one that is right count one crowd, and each tells the time by its own clock', async () => {
  const admin = await openDevice(DESKTOP);
  await enterAsAdmin(admin);
  const code = await createEvent(admin, 'Two Clocks');
  await addArea(admin, 'Floor', '100');
  const [ahead, right] = [await openDevice(), await openDevice()];
  await setClockOff(ahead, 3 * HOUR_MS);
  const lines = [];
  for (const door of [ahead, right]) {
    lines.push(await holdLine(door));
    await enterWithCode(door, code);
    await door.getByText('Connected', { exact: true }).waitFor();
  }
  expect((await clockOf(ahead)) - (await clockOf(right))).toBeGreaterThan(2 * HOUR_MS);

  await tapIn(ahead, 'Floor', 3);
  await tapIn(right, 'Floor', 2);
  for (const page of [ahead, right, admin]) await expect.poll(() => shownCount(page, 'Floor')).toBe('5');
  // The last change is the server's time, which is the same everywhere.
  const changed = await area(right, 'Floor')
    .getByText(/[A-Z][a-z]{2} \d{1,2} \d\d:\d\d/)
    .textContent();
  expect(
    await area(ahead, 'Floor')
      .getByText(/[A-Z][a-z]{2} \d{1,2} \d\d:\d\d/)
      .textContent(),
  ).toBe(changed);

  for (const line of lines) await line.cut();
  for (const door of [ahead, right]) {
    await tapIn(door, 'Floor', 1);
    expect(await saidAgeMinutes(door)).toBeLessThan(5);
  }
  for (const line of lines) line.restore();
  for (const page of [ahead, right, admin]) {
    await expect.poll(() => shownCount(page, 'Floor'), { timeout: 40_000 }).toBe('7');
  }
  expect(pageErrors).toEqual([]);
});
