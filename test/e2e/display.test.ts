import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { holdLine } from './support/line';
import { button, choose, enterWithCode, enterWithEvent, inspect, shownCount, tapIn } from './support/steps';
import { DESKTOP, withBrowser } from './support/browser';

const { openDevice, pageErrors } = withBrowser();

const TV = { width: 1920, height: 1080 };
/** What display.css promises of a 43-inch television: capital letters of 50 mm, at 0.7 of the font and 0.495 mm a line. */
const FONT_FOR_10_M = 144;

const words = (page: Page) => page.getByTestId('words').textContent();
const figure = (page: Page) => page.getByTestId('figure').textContent();
/** A call that stands in for the socket comes every six seconds at most. */
async function expectShown(page: Page, shown: readonly string[]): Promise<void> {
  await expect.poll(async () => [await figure(page), await words(page)]).toEqual(shown);
}

async function makeDisplayLink(admin: Page): Promise<string> {
  await choose(admin, 'Event options', 'Public Display');
  await button(admin, 'Create link').click();
  const link = await admin.getByRole('link', { name: 'Open display' }).getAttribute('href');
  await button(admin, 'Close').click();
  return link ?? '';
}

/** Font sizes in px of what must be read from the queue, and whether all of it fits the screen. */
const legibility = (page: Page) =>
  page.evaluate(() => {
    const parts = ['words', 'figure'].map((id) => document.querySelector(`[data-testid=${id}]`));
    return {
      fonts: parts.map((part) => (part ? Number.parseFloat(getComputedStyle(part).fontSize) : 0)),
      fits: parts.every((part) => {
        const box = part?.getBoundingClientRect();
        return box && box.left >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
      }),
      scrolls: document.documentElement.scrollHeight > innerHeight,
    };
  });

/** What reaches beyond the right edge, by its text; what only screen readers see has no size. */
const overflowing = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.display *')]
      .filter((element) => element.getBoundingClientRect().right > innerWidth)
      .map((element) => element.textContent),
  );

async function expectLegibleAt10M(tv: Page): Promise<void> {
  const { fonts, fits, scrolls } = await legibility(tv);
  expect(Math.min(...fonts)).toBeGreaterThanOrEqual(FONT_FOR_10_M);
  expect({ fits, scrolls }).toEqual({ fits: true, scrolls: false });
}

test('a television follows the door: come in, nearly full, full and beyond; a revoked link goes dark', async () => {
  const admin = await openDevice(DESKTOP);
  const { code } = await enterWithEvent(admin, 'Harbor Night', { Hall: 12 });
  const link = await makeDisplayLink(admin);

  const tv = await openDevice(TV);
  const asked: string[] = [];
  tv.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const line = await holdLine(tv);
  await tv.goto(link);
  await expectShown(tv, ['12', 'Come in']);
  await expectLegibleAt10M(tv);
  expect(asked.filter((path) => path.startsWith('/api/') && !path.startsWith('/api/displays/'))).toEqual([]);

  const door = await openDevice();
  await enterWithCode(door, code);
  await door.getByText('Connected', { exact: true }).waitFor();
  await tapIn(door, 'Hall', 11);
  await expectShown(tv, ['1', 'Nearly full']);
  await tapIn(door, 'Hall');
  await expectShown(tv, ['0', 'Full – please wait']);
  await expectLegibleAt10M(tv);
  await tapIn(door, 'Hall', 3);
  await expect.poll(() => shownCount(admin, 'Hall')).toBe('15');
  await expectShown(tv, ['0', 'Full – please wait']);

  // Without its socket it goes on by calls; without these it says so.
  await tv.route('**/api/displays/**', (route) => route.abort());
  await line.cut();
  await tv.getByText(/^No connection since/).waitFor();
  await tv.unroute('**/api/displays/**');
  for (let leaving = 0; leaving < 4; leaving++) await button(door, 'Take one from Hall').click();
  await expectShown(tv, ['1', 'Nearly full']);
  expect(await tv.getByText(/^No connection/).count()).toBe(0);
  line.restore();

  await tv.reload();
  await expectShown(tv, ['1', 'Nearly full']);
  await choose(admin, 'Event options', 'Public Display');
  await button(admin, 'Turn off').click();
  await button(admin, 'Turn off').click();
  await tv.getByText('This link is no longer valid.').waitFor();
  await tv.reload();
  await tv.getByText('This link is no longer valid.').waitFor();
  await tv.setViewportSize({ width: 390, height: 844 });
  await tv.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  expect(await overflowing(tv)).toEqual([]);
  expect(pageErrors).toEqual([]);
});

test('a phone in the queue shows each area, or the one its link names', async () => {
  const admin = await openDevice(DESKTOP);
  await enterWithEvent(admin, 'Three Rooms', { Hall: 1000, Bar: 11, 'Vault behind the long corridor': 2 });
  await tapIn(admin, 'Bar', 10);
  await tapIn(admin, 'Vault behind the long corridor', 3);
  const link = await makeDisplayLink(admin);

  const phone = await openDevice();
  await phone.goto(link);
  const sign = (name: string) => phone.getByRole('region', { name });
  await sign('Hall').getByText('Come in').waitFor();
  await sign('Bar').getByText('Nearly full').waitFor();
  await sign('Vault behind the long corridor').getByText('Full – please wait').waitFor();
  await inspect(phone, 'display-areas');

  await phone.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  expect(await overflowing(phone)).toEqual([]);

  const areaId = await sign('Hall').getAttribute('data-area-id');
  await phone.goto(`${link}?area=${areaId}`);
  await expectShown(phone, ['1,000', 'Come in']);
  expect(await phone.getByRole('heading', { level: 1 }).textContent()).toBe('Three Rooms · Hall');
  await phone.goto('/display/nobody-knows-this');
  await phone.getByText('This link is no longer valid.').waitFor();
  await inspect(phone, 'display-gone');
  expect(pageErrors).toEqual([]);
});
