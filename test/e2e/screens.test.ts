import { expect, test } from 'vitest';
import { PHONE, withBrowser } from './support/browser';
import { walkOverAllScreens } from './support/walk';

const { openDevice, pageErrors } = withBrowser();

/** The same walk on a desktop: test/e2e/nightly/screens.test.ts. */
test('every screen of a guest, an organizer and a counting device opens on a phone, and axe finds no problem in light or dark mode', async () => {
  await walkOverAllScreens(openDevice, PHONE);
  expect(pageErrors).toEqual([]);
});
