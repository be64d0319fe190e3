import { expect, test } from 'vitest';
import { button, inspect, logIn, newEmail, signUp } from './steps';
import { PASSWORD, withBrowser } from './support';

const { openDevice, pageErrors } = withBrowser();

test('a visitor creates an account, is told so, and comes back to where they wanted to go', async () => {
  const page = await openDevice();
  const email = newEmail();

  await page.goto('/signup');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('short');
  await button(page, 'Create Account').click();
  await page.getByText(/^Password must be at least 8 characters long, contain an uppercase letter/).waitFor();
  await inspect(page, 'signup-refused');
  await signUp(page, email);
  await inspect(page, 'login-after-signup');

  await logIn(page, email, 'Wrong-pass-1!');
  await page.getByText('Login failed. Please check your credentials.').waitFor();
  await inspect(page, 'login-failed');

  await page.goto('/app?from=bookmark#areas');
  await page.waitForURL('**/login');
  await logIn(page, email, PASSWORD);
  await page.waitForURL('**/app?from=bookmark#areas');
  await page.goto('/login');
  await page.waitForURL('**/app');
  await button(page, 'Log out').click();
  await page.waitForURL('**/login');
  expect(pageErrors).toEqual([]);
});
