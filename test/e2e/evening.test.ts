import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { DESKTOP, PASSWORD, withBrowser } from './support/browser';
import {
  addArea,
  area,
  boxOf,
  button,
  choose,
  connected,
  createEvent,
  dialog,
  firstPad,
  logIn,
  newEmail,
  press,
  restThumb,
  scan,
  shownCount,
  tapBy,
  tapIn,
} from './support/steps';

const { openDevice } = withBrowser();

const qrOf = (page: Page) => dialog(page, 'Share Event').getByRole('img', { name: /QR code/ });

async function expectCount(pages: readonly Page[], areaName: string, count: string): Promise<void> {
  for (const page of pages) await expect.poll(() => shownCount(page, areaName)).toBe(count);
}

test('a guest signs up and opens an event; devices join by link and by code and see each other’s counts', async () => {
  const admin = await openDevice(DESKTOP);
  const email = newEmail();
  await admin.goto('/signup');
  await admin.getByLabel('Email').fill(email);
  await admin.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button(admin, 'Create Account').click();
  await admin.getByText('Account created successfully! Please log in.').waitFor();
  await admin.goto('/app?from=bookmark#areas');
  await admin.waitForURL('**/login');
  await logIn(admin, email, PASSWORD);
  await admin.waitForURL('**/app?from=bookmark#areas');
  await admin.getByText('Please select an event to begin.').waitFor();

  const code = await createEvent(admin, 'Open Air');
  await press(admin, 'Copy access code');
  await admin.getByText('Copied!', { exact: true }).waitFor();
  await button(admin, '+ Add New Area').click();
  await dialog(admin, 'Add New Area').getByLabel('Area Name').fill('Cellar');
  // A wheel that turns over the focused number scrolls, and changes nothing.
  const capacity = dialog(admin, 'Add New Area').getByLabel('Capacity');
  await capacity.fill('500');
  await capacity.hover();
  for (let notches = 0; notches < 5; notches += 1) await admin.mouse.wheel(0, 100);
  await admin.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
  expect(await capacity.inputValue()).toBe('500');
  // This press lands outside the dialog, on what lies under it.
  await admin.mouse.click(8, 8);
  await dialog(admin, 'Add New Area').waitFor({ state: 'detached' });
  await addArea(admin, 'Main Stage', '10');

  await press(admin, 'Share');
  await admin.getByText('&key=').waitFor();
  const link = String(await scan(qrOf(admin)));
  expect(link).toMatch(/&key=[0-9a-f]{32}$/);
  expect(link.split('&')[0]).toBe(`${inject('baseUrl')}/login?code=${code}`);
  await admin.keyboard.press('Escape');

  const [byLink, byCode] = [await openDevice(), await openDevice()];
  // On a slow network the button is in the page before its style, which shows it, and before the script of its form.
  await byLink.route('**/assets/*.css', async (route) => {
    await byLink.waitForTimeout(500);
    await route.continue();
  });
  const { promise: isPressed, resolve: runScript } = Promise.withResolvers<void>();
  await byLink.route('**/assets/early-start-*', (route) => isPressed.then(() => route.continue()));
  await byLink.goto(link, { waitUntil: 'commit' });
  await button(byLink, 'Log in').tap();
  await byLink.locator('[data-pressed]').waitFor({ state: 'attached' });
  runScript();
  await area(byLink, 'Main Stage').waitFor();
  await tapBy(byLink, firstPad(byLink));
  await expectCount([byLink, admin], 'Main Stage', '1');
  expect(new URL(byLink.url()).pathname + new URL(byLink.url()).search).toBe('/app');
  await byCode.goto('/app');
  await byCode.waitForURL('**/login');
  await logIn(byCode, code.toLowerCase());
  await area(byCode, 'Main Stage').waitFor();
  const all = [admin, byLink, byCode];
  for (const page of all) await connected(page);
  await tapIn(byLink, 'Main Stage', 2);
  await tapIn(admin, 'Main Stage', 2);
  await expectCount(all, 'Main Stage', '5');
  await button(byCode, 'Remove one from Main Stage').click();
  await expectCount(all, 'Main Stage', '4');

  await press(byLink, 'Share');
  await byLink.emulateMedia({ colorScheme: 'dark' });
  await byLink.getByText('&key=').waitFor();
  expect(await scan(qrOf(byLink))).toBe(link);
  await byLink.reload();
  await expectCount([byLink], 'Main Stage', '4');

  // A device undoes a tap, counts a group and transfers a person. It counts no touch while it is locked.
  await addArea(admin, 'Bar', '40');
  await tapIn(byLink, 'Main Stage');
  await restThumb(byLink);
  await byLink.getByRole('button', { name: /^Undo/ }).click();
  await expectCount([admin, byCode], 'Main Stage', '4');
  await restThumb(byLink);
  await button(byLink, 'Show Main Stage full screen').click();
  await byLink.getByRole('button', { name: /^±5 ±10/ }).click();
  await button(byLink, 'Add 10 to Main Stage').click();
  await button(byLink, 'Move 1 → Bar, from Main Stage').click();
  await expectCount([admin, byCode], 'Main Stage', '13');
  await expectCount([admin, byCode], 'Bar', '1');
  const { x, y } = await boxOf(firstPad(byLink));
  await button(byLink, 'Lock the screen').click();
  await byLink.getByRole('button', { name: 'Hold to unlock' }).waitFor();
  for (let times = 0; times < 5; times += 1) await byLink.touchscreen.tap(x + 60, y + 30);
  await tapIn(admin, 'Bar');
  await expectCount([byCode], 'Bar', '2');
  await expectCount([admin, byCode], 'Main Stage', '13');

  expect((await admin.request.get(`/api/events/by-access-code/${code.replace('-', '')}`)).ok()).toBe(true);
  const printed = readFileSync(inject('serverLog'), 'utf8');
  expect(printed).toContain('"route":"/api/auth/login"');
  for (const secret of [code, code.replace('-', ''), new URL(link).searchParams.get('key') ?? code, email]) {
    expect(printed).not.toContain(secret);
  }

  await choose(admin, 'Event options', 'Delete Event');
  await button(dialog(admin, 'Delete Event'), 'Delete Event').click();
  await byCode.getByText('The event you were viewing has been deleted or is no longer accessible.').waitFor();
});
