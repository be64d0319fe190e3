import { expect, test } from 'vitest';
import { scan } from './support/scan';
import { openEvent, qrOf, shareDialog } from './support/shared-event';
import { area, button, inspect, press, shownCount, tapIn } from './support/steps';
import { DESKTOP, withBrowser } from './support/browser';

const { openDevice, pageErrors } = withBrowser();

test('a second phone scans the code, taps once and counts; a door person shares it on', async () => {
  const { admin, code } = await openEvent(await openDevice(DESKTOP));
  await press(admin, 'Share');
  await qrOf(admin).waitFor();
  await admin.getByText('&key=').waitFor();
  await inspect(admin, 'share-event');
  const link = await scan(qrOf(admin));
  expect(link).toMatch(/&key=[0-9a-f]{32}$/);
  expect(String(link).split('&')[0]).toBe(`${new URL(admin.url()).origin}/login?code=${code}`);
  await admin.keyboard.press('Escape');

  const door = await openDevice();
  await door.goto(String(link));
  await button(door, 'Log in').waitFor();
  await expect.poll(() => new URL(door.url()).search).toBe('');
  await inspect(door, 'login-by-link');
  await button(door, 'Log in').click();
  await area(door, 'Main Stage').waitFor();
  await tapIn(door, 'Main Stage', 3);
  await expect.poll(() => shownCount(admin, 'Main Stage')).toBe('3');
  expect(new URL(door.url()).pathname + new URL(door.url()).search).toBe('/app');

  await press(door, 'Share');
  await door.emulateMedia({ colorScheme: 'dark' });
  await door.getByText('&key=').waitFor();
  expect(await scan(qrOf(door))).toBe(link);
  expect(await button(door, 'Replace code').count()).toBe(0);
  await button(shareDialog(door), 'Copy link').click();
  await button(shareDialog(door), 'Copied!').waitFor();
  expect(pageErrors).toEqual([]);
});
