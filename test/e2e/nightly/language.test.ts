import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import {
  addArea,
  area,
  button,
  closeSheet,
  createEvent,
  dialog,
  enterAsAdmin,
  inspect,
  newEmail,
  press,
  shownCount,
} from '../support/steps';
import { DESKTOP, PASSWORD, withBrowser } from '../support/browser';

const { openDevice, pageErrors } = withBrowser({ serviceWorkers: 'allow' });
const openGerman = (viewport?: typeof DESKTOP) => openDevice(viewport, inject('baseUrl'), 'de-AT');
const language = (page: Page) => page.locator('html').getAttribute('lang');

test('a German browser counts in German, also without a network, and stays English once that is chosen', async () => {
  const admin = await openDevice(DESKTOP);
  await enterAsAdmin(admin);
  const code = await createEvent(admin, 'Open Air');
  await addArea(admin, 'Wiese', '1600');

  const door = await openGerman();
  await door.goto('/');
  await door.waitForURL('**/de/');
  await door.getByRole('heading', { name: /^Wissen, wie voll jeder Raum ist/ }).waitFor();
  await inspect(door, 'de-landing');
  await door.getByRole('banner').getByRole('link', { name: 'Anmelden' }).click();
  await door.waitForURL('**/login');
  await expect.poll(() => door.title()).toBe('Anmelden · Headroom');
  expect(await language(door)).toBe('de');
  await inspect(door, 'de-login');
  await door.getByLabel('E-Mail oder Zugangscode').fill('AAAA-2222');
  await button(door, 'Anmelden').click();
  await door.getByText('Die Anmeldung ist fehlgeschlagen. Bitte prüfen Sie Ihre Angaben.').waitFor();
  await door.getByLabel('E-Mail oder Zugangscode').fill(code);
  await button(door, 'Anmelden').click();

  await area(door, 'Wiese').getByText('von 1.600').waitFor();
  for (let i = 0; i < 3; i++) await button(door, 'Wiese: eine Person mehr').click();
  await expect.poll(() => shownCount(admin, 'Wiese')).toBe('3');
  await area(door, 'Wiese').getByText('0\u00a0% belegt').waitFor();
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
  expect(await language(door)).toBe('en');
  await door.reload();
  await button(door, 'Add one to Wiese').click();
  await expect.poll(() => shownCount(admin, 'Wiese')).toBe('4');
  await door.goto('/');
  await door.getByRole('heading', { name: /^Know how full every room is/ }).waitFor();
  expect(pageErrors).toEqual([]);
});

test('an account is opened and set up in German', async () => {
  const admin = await openGerman(DESKTOP);
  const email = newEmail();
  await admin.goto('/de');
  await admin.waitForURL('**/de/');
  await admin.getByRole('main').getByRole('link', { name: 'Kostenlos testen' }).first().click();
  await admin.getByLabel('E-Mail').fill(email);
  await admin.getByLabel('Passwort', { exact: true }).fill('kurz');
  await button(admin, 'Konto erstellen').click();
  await admin.getByText(/^Das Passwort muss mindestens 8 Zeichen lang sein, .* enthalten/).waitFor();
  await inspect(admin, 'de-signup');
  await admin.getByLabel('Passwort', { exact: true }).fill(PASSWORD);
  await button(admin, 'Konto erstellen').click();
  await admin.getByText('Ihr Konto ist erstellt. Bitte melden Sie sich an.').waitFor();
  await admin.getByLabel('E-Mail oder Zugangscode').fill(email);
  await admin.getByLabel('Passwort', { exact: true }).fill(PASSWORD);
  await button(admin, 'Anmelden').click();

  await button(admin, 'Veranstaltung wählen').click();
  await button(admin, '+ Neue Veranstaltung').click();
  await admin.getByLabel('Name der Veranstaltung').fill('Stadtfest');
  await button(admin, 'Erstellen').click();
  await admin.getByText('Diese Veranstaltung hat noch keine Bereiche.').waitFor();
  await button(admin, '+ Neuer Bereich').click();
  await button(admin, 'Erstellen').click();
  await dialog(admin, 'Neuer Bereich').getByText('Beide Felder sind erforderlich.').waitFor();
  await admin.getByLabel('Name des Bereichs').fill('Hauptbühne');
  await admin.getByLabel('Kapazität').fill('500');
  await button(admin, 'Erstellen').click();
  await area(admin, 'Hauptbühne').waitFor();
  await inspect(admin, 'de-dashboard');
  await button(admin, 'Kontoeinstellungen').click();
  await dialog(admin, 'Kontoeinstellungen').waitFor();
  await inspect(admin, 'de-settings');
  expect(pageErrors).toEqual([]);
});
