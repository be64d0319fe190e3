import { expect, inject, test } from 'vitest';
import { DESKTOP, withBrowser } from '../support/browser';
import { area, button, closeSheet, dialog, enterWithEvent, inspect, press, shownCount } from '../support/steps';

const { openDevice } = withBrowser({ serviceWorkers: 'allow' });
const openGerman = (viewport?: typeof DESKTOP) => openDevice(viewport, inject('baseUrl'), 'de-AT');

test('an event can be set up and counted in German, also without a network; English stays once it is chosen', async () => {
  const admin = await openGerman(DESKTOP);
  await admin.goto('/');
  await admin.waitForURL('**/de/');
  await admin.getByRole('heading', { name: /^Wissen, wie voll jeder Raum ist/ }).waitFor();
  await inspect(admin, 'de-landing');
  await admin.getByRole('main').getByRole('link', { name: 'Kostenlos testen' }).first().click();
  await button(admin, 'Konto erstellen').waitFor();
  const { code } = await enterWithEvent(admin, 'Stadtfest');
  await button(admin, '+ Neuer Bereich').click();
  const form = dialog(admin, 'Neuer Bereich');
  await form.getByLabel('Name des Bereichs').fill('Wiese');
  await form.getByLabel('Kapazität').fill('1600');
  await button(form, 'Erstellen').click();
  await area(admin, 'Wiese').waitFor();
  await inspect(admin, 'de-dashboard');

  const door = await openGerman();
  await door.goto('/login');
  await expect.poll(() => door.title()).toBe('Anmelden · Headroom');
  expect(await door.locator('html').getAttribute('lang')).toBe('de');
  await inspect(door, 'de-login');
  await door.getByLabel('E-Mail oder Zugangscode').fill(code);
  await button(door, 'Anmelden').click();
  await area(door, 'Wiese').getByText('von 1.600').waitFor();
  for (let i = 0; i < 3; i++) await button(door, 'Wiese: eine Person mehr').click();
  await expect.poll(() => shownCount(admin, 'Wiese')).toBe('3');
  await area(door, 'Wiese')
    .getByText(/^\d{1,2}\. \p{L}+\.? \d\d:\d\d$/u)
    .waitFor();
  await inspect(door, 'de-counting');

  await door.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await door.context().setOffline(true);
  await door.reload();
  await area(door, 'Wiese').getByText('von 1.600').waitFor();
  await door.context().setOffline(false);
  await door.getByText('Verbunden', { exact: true }).waitFor();
  await press(door, 'English');
  await closeSheet(door);
  await area(door, 'Wiese').getByText('of 1,600').waitFor();
  await door.reload();
  await button(door, 'Add one to Wiese').click();
  await expect.poll(() => shownCount(admin, 'Wiese')).toBe('4');
  await door.goto('/');
  await door.getByRole('heading', { name: /^Know how full every room is/ }).waitFor();
});
