import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { faultsAt, openDoor, SIZES, tapBy, type View, VIEWPORTS } from './support/door-pads';
import { enterAsAdmin } from './support/steps';
import { openVenue, type VenueShape } from './support/venues';
import { withBrowser } from './support/browser';

const { openDevice, pageErrors } = withBrowser();

type Case = VenueShape & View;

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

/** Longer than a thumb rests before the page may move (web/src/features/areas/use-calm.ts). */
const CALM_MS = 5_500;

test(
  'whatever is told and however it is named, the first pad is in sight and counts by touch',
  { timeout: 120_000 },
  async () => {
    const admin = await openDevice();
    await enterAsAdmin(admin);
    const found: string[] = [];
    for (const each of CASES) {
      const { accessCode } = await openVenue(admin, each);
      const { door } = await openDoor(openDevice, accessCode, each);
      const faults = await faultsAt(door, each, each);
      found.push(...faults.map((fault) => `${JSON.stringify(each)}: ${fault}`));
      await door.context().close();
    }
    expect(found).toEqual([]);
    expect(pageErrors).toEqual([]);
  },
);

test('a steward with a link counts with the second tap, at each size', async () => {
  const admin = await openDevice();
  await enterAsAdmin(admin);
  const { accessCode } = await openVenue(admin, { alerts: 1, areas: 1, name: 'long' });
  for (const size of SIZES) {
    const door = await openDevice(VIEWPORTS[size], inject('baseUrl'), 'en-US', true);
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

/** What lies on the bar's name or on its connection, and where the pads are. */
const standingOf = (page: Page) =>
  page.evaluate(() => {
    const outputs = [...document.querySelectorAll('header output')];
    const shown = [document.querySelector('h1'), outputs.find(({ textContent }) => textContent === 'Connected')];
    return {
      covered: shown.flatMap((element) => {
        const box = element?.getBoundingClientRect();
        const hit = box && document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        return element && hit && element.contains(hit) ? [] : [`${element?.textContent} by ${hit?.textContent}`];
      }),
      pads: [...document.querySelectorAll('.pads')].map((pads) => pads.getBoundingClientRect().top),
    };
  });

/** Fractions of a pixel come of words of another width. */
const ROUNDING_PX = 2;

async function expectStanding(page: Page, before: Awaited<ReturnType<typeof standingOf>>, size: string): Promise<void> {
  const { covered, pads } = await standingOf(page);
  expect(covered, size).toEqual([]);
  const moved = pads.map((top, i) => Math.abs(top - (before.pads[i] ?? Number.NaN)));
  expect(Math.max(...moved), size).toBeLessThan(ROUNDING_PX);
}

test('an alert that comes while somebody counts covers nothing that a door must see, and moves no pad', async () => {
  const admin = await openDevice();
  await enterAsAdmin(admin);
  const { accessCode, fillLast } = await openVenue(admin, { alerts: 0, areas: 12, name: 'long' });
  const doors = await Promise.all(
    SIZES.map(async (size) => {
      const { door: page, pad } = await openDoor(openDevice, accessCode, { size, text: 100, locale: 'en-US' });
      await page.getByText('Connected', { exact: true }).waitFor();
      return { size, page, pad };
    }),
  );
  for (const { page, pad } of doors) await tapBy(page, pad);
  const before = await Promise.all(doors.map(({ page }) => standingOf(page)));
  await fillLast();
  const row = (page: Page) => page.locator('header [data-tone]');
  for (const [i, { size, page }] of doors.entries()) {
    await row(page).waitFor();
    await expectStanding(page, before[i]!, size);
  }
  await admin.waitForTimeout(CALM_MS);
  const upright = doors.findIndex(({ size }) => size === 'small');
  const { page } = doors[upright]!;
  await expectStanding(page, before[upright]!, 'small');
  await page.getByRole('button', { name: 'Acknowledge' }).click();
  await row(page).waitFor({ state: 'detached' });
  await expectStanding(page, before[upright]!, 'small');
  expect(pageErrors).toEqual([]);
});
