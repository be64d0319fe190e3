import { expect, test } from 'vitest';
import { button, enterWithEvent, inspect, logIn, newEmail, signUp } from './support/steps';
import { DESKTOP, PASSWORD, withBrowser } from './support/browser';

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

test('what is typed before the app is there stays, with the caret, and the login goes on', async () => {
  const { code } = await enterWithEvent(await openDevice(DESKTOP), 'Slow Phone');

  const door = await openDevice();
  const app = Promise.withResolvers<void>();
  await door.route('**/assets/main-*.js', async (route) => {
    await app.promise;
    await route.continue();
  });
  await door.goto('/login');
  const field = door.getByLabel('Email or Access Code');
  const submit = button(door, 'Log in');
  expect(await submit.isDisabled()).toBe(true);
  await field.pressSequentially(code.slice(0, 4) + code.slice(6));
  expect(await submit.isEnabled()).toBe(true);
  await field.evaluate((input: HTMLInputElement) => {
    input.setSelectionRange(4, 4);
    Object.assign(input, { isFirst: true });
  });
  app.resolve();
  // Only React asks whether passwords can be reset.
  await door.getByText('Forgot password?').waitFor();
  expect(await field.evaluate((input) => 'isFirst' in input && document.activeElement === input)).toBe(true);
  await door.keyboard.type(code.slice(4, 6));
  expect(await field.inputValue()).toBe(code);
  await submit.click();
  await door.getByRole('heading', { name: 'Slow Phone' }).waitFor();
  expect(pageErrors).toEqual([]);
});
