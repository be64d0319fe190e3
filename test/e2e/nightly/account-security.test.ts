import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Product } from '../../support/product';
import {
  addArea,
  area,
  button,
  createEvent,
  dialog,
  enterAsAdmin,
  inspect,
  logIn,
  press,
  shownCount,
  tapIn,
} from '../support/steps';
import { DESKTOP, PASSWORD, withBrowser } from '../support/browser';

const { openDevice, pageErrors } = withBrowser();

const OTHER_PASSWORD = 'Bb345678!';

/** One of its own: it writes its mails to its output. */
const product = new Product();
beforeAll(() => product.start());
afterAll(() => product.stop());

const openDesk = () => openDevice(DESKTOP, product.url);
const openPhone = () => openDevice(undefined, product.url);

async function openSettings(page: Page, entry: string): Promise<void> {
  await press(page, 'Account settings');
  await button(page, entry).click();
  await page.getByRole('heading', { name: entry }).waitFor();
}

const devices = (page: Page): Locator => dialog(page, 'Security').getByRole('listitem');
const logOutButtons = (page: Page): Locator => devices(page).getByRole('button');

async function enterAs(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/login');
  await logIn(page, email, password);
  await page.waitForURL('**/app');
}

/** What the last mail to this address led to. */
async function linkInMail(email: string): Promise<string> {
  const mails = () => product.log.split(`Mail to ${email}\n`).slice(1);
  await expect.poll(() => mails().at(-1)).toContain('/reset-password#');
  return /\S+\/reset-password#\S+/.exec(mails().at(-1) ?? '')?.[0] ?? '';
}

test('an admin logs another device out and changes the password; doors and this device count on', async () => {
  const desk = await openDesk();
  const email = await enterAsAdmin(desk);
  const code = await createEvent(desk, 'Night Shift');
  await addArea(desk, 'Foyer', '80');
  const door = await openPhone();
  await door.goto('/login');
  await logIn(door, code);
  await area(door, 'Foyer').waitFor();
  const phone = await openPhone();
  await enterAs(phone, email, PASSWORD);
  await phone.getByRole('heading', { name: 'Night Shift' }).waitFor();

  await openSettings(desk, 'Security');
  await expect.poll(() => devices(desk).count()).toBe(2);
  expect(await devices(desk).first().textContent()).toContain('This device');
  await inspect(desk, 'security');
  await logOutButtons(desk).click();
  await dialog(desk, 'Log out device').waitFor();
  await inspect(desk, 'security-question');
  await button(dialog(desk, 'Log out device'), 'Log out').click();
  await phone.waitForURL('**/login');
  await expect.poll(() => devices(desk).count()).toBe(1);

  await enterAs(phone, email, PASSWORD);
  await phone.getByRole('heading', { name: 'Night Shift' }).waitFor();
  await button(desk, 'Change password').click();
  await desk.getByLabel('Current password').fill('Not-this-1');
  await desk.getByLabel('New password').fill(OTHER_PASSWORD);
  await button(desk, 'Change password').click();
  await desk.getByText('The current password is not right.').waitFor();
  await inspect(desk, 'security-password-refused');
  await desk.getByLabel('Current password').fill(PASSWORD);
  await button(desk, 'Change password').click();
  await desk.getByText('Your password is changed. All other devices are logged out.').waitFor();
  await phone.waitForURL('**/login');
  await inspect(desk, 'security-password-changed');
  await button(dialog(desk, 'Security'), 'Close').click();
  await tapIn(desk, 'Foyer');
  await expect.poll(() => shownCount(door, 'Foyer')).toBe('1');
  await tapIn(door, 'Foyer');
  await expect.poll(() => shownCount(desk, 'Foyer')).toBe('2');

  await logIn(phone, email, PASSWORD);
  await phone.getByText('Login failed. Please check your credentials.').waitFor();
  await logIn(phone, email, OTHER_PASSWORD);
  await phone.waitForURL('**/app');
  expect(pageErrors).toEqual([]);
});

test('who forgot the password gets a link by mail that works once, and ends every login', async () => {
  const desk = await openDesk();
  const email = await enterAsAdmin(desk);
  const phone = await openPhone();
  await phone.goto('/login');
  await phone.getByLabel('Email or Access Code').fill(email);
  const forgotten = phone.getByRole('link', { name: 'Get a link by mail' });
  await forgotten.waitFor();
  await inspect(phone, 'login-forgotten');
  await forgotten.click();
  await expect.poll(() => phone.getByLabel('Email').inputValue()).toBe(email);
  await inspect(phone, 'forgot-password');
  await button(phone, 'Send link').click();
  await phone.getByRole('heading', { name: 'Check your mail' }).waitFor();
  await inspect(phone, 'forgot-password-sent');

  const link = await linkInMail(email);
  await phone.goto(link);
  await phone.getByLabel('New password').fill('short');
  await expect.poll(() => phone.url()).toBe(`${product.url}/reset-password`);
  await button(phone, 'Save new password').click();
  await phone.getByText(/^Password must be at least 8 characters long/).waitFor();
  await inspect(phone, 'reset-password-refused');
  await phone.reload();
  await phone.getByLabel('New password').fill(OTHER_PASSWORD);
  await button(phone, 'Save new password').click();
  await phone.getByText('Your password is changed. Please log in with it.').waitFor();
  await desk.waitForURL('**/login');
  await logIn(phone, email, OTHER_PASSWORD);
  await phone.waitForURL('**/app');

  await desk.goto(link);
  await desk.getByLabel('New password').fill(PASSWORD);
  await button(desk, 'Save new password').click();
  await desk.getByRole('alert').waitFor();
  await inspect(desk, 'reset-password-used');
  expect(pageErrors).toEqual([]);
});

test('an admin takes along what the account holds', async () => {
  const desk = await openDesk();
  const email = await enterAsAdmin(desk);
  await createEvent(desk, 'Straßenfest');
  await openSettings(desk, 'Your data');
  await inspect(desk, 'own-data');
  const [download] = await Promise.all([desk.waitForEvent('download'), button(desk, 'Download').click()]);
  await desk.getByText(/^Downloaded as “Headroom account /).waitFor();
  const file = await readFile(await download.path(), 'utf8');
  expect(JSON.parse(file)).toMatchObject({ account: { email }, events: [{ eventName: 'Straßenfest' }] });
  await inspect(desk, 'own-data-done');
  expect(pageErrors).toEqual([]);
});
