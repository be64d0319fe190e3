import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { DESKTOP, PASSWORD, withBrowser } from '../support/browser';
import { area, button, call, closeSheet, inspect, newEmail, press, shownCount } from '../support/steps';

const { openDevice } = withBrowser({ serviceWorkers: 'allow' });
const openGerman = (viewport?: typeof DESKTOP) => openDevice(viewport, inject('baseUrl'), 'de-AT');

async function logInGerman(page: Page, identifier: string, password?: string): Promise<void> {
  await page.getByLabel('E-Mail oder Zugangscode').fill(identifier);
  if (password !== undefined) await page.getByLabel('Passwort', { exact: true }).fill(password);
  await button(page, 'Anmelden').click();
}

test('an event is made and counted in German, also without a network; English stays once it is chosen', async () => {
  const admin = await openGerman(DESKTOP);
  await admin.goto('/');
  await admin.waitForURL('**/de/');
  await admin.getByRole('heading', { name: /^Wissen, wie voll jeder Raum ist/ }).waitFor();
  await inspect(admin, 'de-landing');
  const email = newEmail();
  await call(admin, 'POST', '/api/auth/signup', { email, password: PASSWORD });
  await admin.getByRole('banner').getByRole('link', { name: 'Anmelden' }).click();
  await logInGerman(admin, email, PASSWORD);
  await button(admin, 'Veranstaltung wählen').click();
  await button(admin, '+ Neue Veranstaltung').click();
  await admin.getByLabel('Name der Veranstaltung').fill('Stadtfest');
  await button(admin, 'Erstellen').click();
  await button(admin, '+ Neuer Bereich').click();
  await admin.getByLabel('Name des Bereichs').fill('Wiese');
  await admin.getByLabel('Kapazität').fill('1600');
  await button(admin, 'Erstellen').click();
  await area(admin, 'Wiese').waitFor();
  await inspect(admin, 'de-dashboard');
  const code = await admin
    .getByText(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/)
    .first()
    .textContent();

  const door = await openGerman();
  await door.goto('/login');
  await expect.poll(() => door.title()).toBe('Anmelden · Headroom');
  expect(await door.locator('html').getAttribute('lang')).toBe('de');
  await inspect(door, 'de-login');
  await logInGerman(door, code ?? '');
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
