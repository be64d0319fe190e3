import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Product } from '../../support/product';
import { DESKTOP, PASSWORD, withBrowser } from '../support/browser';
import {
  area,
  button,
  connected,
  dialog,
  enterWithCode,
  enterWithEvent,
  logIn,
  press,
  shownCount,
  tapIn,
} from '../support/steps';

const { openDevice } = withBrowser();

const OTHER_PASSWORD = 'Bb345678!';

/** One of its own: it writes its mails to its output. */
const product = new Product();
beforeAll(() => product.start());
afterAll(() => product.stop());

/** What the last mail to this address leads to. */
async function linkInMail(email: string): Promise<string> {
  const lastMail = () => product.log.split(`Mail to ${email}\n`).slice(1).at(-1);
  await expect.poll(lastMail).toContain('/reset-password#');
  return /\S+\/reset-password#\S+/.exec(lastMail() ?? '')?.[0] ?? '';
}

test('a new password, by a link in a mail or in the settings, ends the logins on other devices; doors count on', async () => {
  const desk = await openDevice(DESKTOP, product.url);
  const { email, code } = await enterWithEvent(desk, 'Straßenfest', { Foyer: 80 });
  const door = await openDevice(undefined, product.url);
  await enterWithCode(door, code);
  await connected(door);
  const phone = await openDevice(undefined, product.url);
  await phone.goto('/login');
  await phone.getByLabel('Email or Access Code').fill(email);
  await phone.getByRole('link', { name: 'Get a link by mail' }).click();
  await expect.poll(() => phone.getByLabel('Email').inputValue()).toBe(email);
  await button(phone, 'Send link').click();
  await phone.getByRole('heading', { name: 'Check your mail' }).waitFor();

  const link = await linkInMail(email);
  await phone.goto(link);
  await phone.getByLabel('New password').fill(OTHER_PASSWORD);
  await expect.poll(() => phone.url()).toBe(`${product.url}/reset-password`);
  await phone.reload();
  await phone.getByLabel('New password').fill(OTHER_PASSWORD);
  await button(phone, 'Save new password').click();
  await phone.getByText('Your password is changed. Please log in with it.').waitFor();
  await desk.waitForURL('**/login');
  await logIn(phone, email, PASSWORD);
  await phone.getByText('Login failed. Please check your credentials.').waitFor();
  await logIn(phone, email, OTHER_PASSWORD);
  await area(phone, 'Foyer').waitFor();
  await desk.goto(link);
  await desk.getByLabel('New password').fill(PASSWORD);
  await button(desk, 'Save new password').click();
  await desk.getByRole('alert').waitFor();

  await desk.goto('/login');
  await logIn(desk, email, OTHER_PASSWORD);
  await area(desk, 'Foyer').waitFor();
  await press(desk, 'Account settings');
  await button(desk, 'Security').click();
  await dialog(desk, 'Security').getByRole('listitem').nth(1).waitFor();
  await button(desk, 'Change password').click();
  await desk.getByLabel('Current password').fill(OTHER_PASSWORD);
  await desk.getByLabel('New password').fill(PASSWORD);
  await button(desk, 'Change password').click();
  await desk.getByText('Your password is changed. All other devices are logged out.').waitFor();
  await phone.waitForURL('**/login');
  await desk.keyboard.press('Escape');
  await tapIn(desk, 'Foyer');
  await expect.poll(() => shownCount(door, 'Foyer')).toBe('1');
  await tapIn(door, 'Foyer');
  await expect.poll(() => shownCount(desk, 'Foyer')).toBe('2');

  await press(desk, 'Account settings');
  await button(desk, 'Your data').click();
  const [download] = await Promise.all([desk.waitForEvent('download'), button(desk, 'Download').click()]);
  await desk.getByText(/^Downloaded as “Headroom account /).waitFor();
  const file = await readFile(await download.path(), 'utf8');
  expect(JSON.parse(file)).toMatchObject({ account: { email }, events: [{ eventName: 'Straßenfest' }] });
});
