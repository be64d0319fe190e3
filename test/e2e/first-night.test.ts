import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { PASSWORD, withBrowser } from './support/browser';
import { button, dialog, firstPad, newEmail, scan, shownCount, tapBy } from './support/steps';

const { openDevice } = withBrowser();

test('a bar counts on a second phone after five taps and five fields', async () => {
  const own = await openDevice();
  const made = { taps: 0, fields: 0 };
  const tap = async (target: Locator) => {
    made.taps += 1;
    await target.tap();
  };
  const fill = async (label: string, text: string) => {
    made.fields += 1;
    await own.getByLabel(label, { exact: true }).fill(text);
  };

  await own.goto('/');
  await tap(own.getByRole('link', { name: 'Sign up' }).first());
  await fill('Email', newEmail());
  await fill('Password', PASSWORD);
  await tap(button(own, 'Create Account'));
  await own.getByText('Account created successfully! Please log in.').waitFor();
  await fill('Password', PASSWORD);
  await tap(button(own, 'Log in'));
  await own.getByText('Please select an event to begin.').waitFor();
  await fill('Event Name', 'Corner Bar');
  await fill('How many may be inside?', '120');
  await tap(button(own, 'Create Event'));
  await tap(button(own, 'Share with door staff'));
  const share = dialog(own, 'Share Event');
  await share.getByText('&key=').waitFor();
  const link = await scan(share.getByRole('img', { name: /QR code/ }));
  expect(made).toEqual({ taps: 5, fields: 5 });

  const second = await openDevice();
  await second.goto(link ?? '');
  await button(second, 'Log in').tap();
  await tapBy(second, firstPad(second));
  await own.keyboard.press('Escape');
  for (const phone of [own, second]) await expect.poll(() => shownCount(phone, 'Corner Bar')).toBe('1');
  // With one area, its pads have the whole screen of both phones.
  for (const phone of [own, second]) expect(await phone.locator('[data-whole-screen]').count()).toBe(1);
});
