import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Product } from '../../support/product';
import { DESKTOP, PASSWORD, withBrowser } from '../support/browser';
import { area, button, enterWithEvent, logIn, press } from '../support/steps';

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

test('who forgot the password gets a link by mail that works once and ends every login; the account is saved as a file', async () => {
  const desk = await openDevice(DESKTOP, product.url);
  const { email } = await enterWithEvent(desk, 'Straßenfest', { Foyer: 80 });
  const phone = await openDevice(undefined, product.url);
  await phone.goto('/login');
  await phone.getByLabel('Email or Access Code').fill(email);
  await phone.getByRole('link', { name: 'Get a link by mail' }).click();
  await expect.poll(() => phone.getByLabel('Email').inputValue()).toBe(email);
  await button(phone, 'Send link').click();
  await phone.getByRole('heading', { name: 'Check your mail' }).waitFor();

  const link = await linkInMail(email);
  await phone.goto(link);
  await phone.getByLabel('New password').waitFor();
  await expect.poll(() => phone.url()).toBe(`${product.url}/reset-password`);
  await phone.reload();
  await phone.getByLabel('New password').fill(OTHER_PASSWORD);
  await button(phone, 'Save new password').click();
  await phone.getByText('Your password is changed. Please log in with it.').waitFor();
  await desk.waitForURL('**/login');
  await logIn(phone, email, PASSWORD);
  await phone.getByText('Login failed. Please check your credentials.').waitFor();
  await desk.goto(link);
  await desk.getByLabel('New password').fill(PASSWORD);
  await button(desk, 'Save new password').click();
  await desk.getByRole('alert').waitFor();

  await logIn(phone, email, OTHER_PASSWORD);
  await area(phone, 'Foyer').waitFor();
  await press(phone, 'Account settings');
  await button(phone, 'Your data').click();
  const [download] = await Promise.all([phone.waitForEvent('download'), button(phone, 'Download').click()]);
  await phone.getByText(/^Downloaded as “Headroom account /).waitFor();
  const file = await readFile(await download.path(), 'utf8');
  expect(JSON.parse(file)).toMatchObject({ account: { email }, events: [{ eventName: 'Straßenfest' }] });
});
