import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { button, enterWithCode, enterWithEvent, inspect, logIn, press } from './support/steps';
import { DESKTOP, PASSWORD, withBrowser } from './support/browser';

const { openDevice, pageErrors } = withBrowser();

async function openSettings(page: Page): Promise<void> {
  await press(page, 'Account settings');
  await button(page, 'Update Billing & Payment').waitFor();
}

test('an organizer looks at each of the settings, and deletes the account, which is gone at once on every device', async () => {
  const admin = await openDevice(DESKTOP);
  const { email, code } = await enterWithEvent(admin, 'Last Night');
  const door = await openDevice();
  await enterWithCode(door, code);
  await door.getByRole('heading', { name: 'Last Night' }).waitFor();
  await door.getByText('Connected', { exact: true }).waitFor();

  await openSettings(admin);
  await inspect(admin, 'settings');
  await button(admin, 'Update Billing & Payment').click();
  await button(admin, 'Next').click();
  await admin.getByText('Please select a country to continue.').waitFor();
  await inspect(admin, 'settings-billing-refused');
  await admin.getByLabel('Country').selectOption({ label: 'Greece' });
  await button(admin, 'Next').click();
  await admin.getByText('Could not load the payment form. Please try again later.').waitFor();
  await inspect(admin, 'settings-payment-unavailable');
  await button(admin, 'Back').click();
  await admin.getByRole('heading', { name: 'Step 1: Billing Details' }).waitFor();
  await button(admin, 'Back').click();

  await button(admin, 'Delete Account').click();
  await admin.getByText('Permanently delete your account and all associated data.').waitFor();
  await inspect(admin, 'settings-delete');
  await button(admin, 'Delete My Account').click();
  const question = admin.getByRole('alertdialog');
  await question.getByText(/Are you sure you want to delete your account\? This action is irreversible/).waitFor();
  await inspect(admin, 'settings-delete-confirm');
  await button(question, 'Delete My Account').click();
  await admin.waitForURL('**/login');
  await door.getByText('The event you were viewing has been deleted or is no longer accessible.').waitFor();
  await logIn(admin, email, PASSWORD);
  await admin.getByText('Login failed. Please check your credentials.').waitFor();
  await logIn(door, code);
  await door.getByText('Login failed. Please check your credentials.').waitFor();
  expect(pageErrors).toEqual([]);
});
