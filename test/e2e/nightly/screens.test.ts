import { expect, test } from 'vitest';
import { DESKTOP, noonZone, withBrowser } from '../support/browser';
import { walkOverAllScreens } from '../support/walk';

const { openDevice, pageErrors } = withBrowser({ timezoneId: noonZone() });

/** The same walk on a phone: test/e2e/screens.test.ts. */
test('every screen opens on a desktop, and axe finds no problem in light or dark mode', async () => {
  await walkOverAllScreens(openDevice, DESKTOP);
  expect(pageErrors).toEqual([]);
});
