import { expect, test } from 'vitest';
import { DESKTOP, withBrowser } from '../support/browser';
import { walkOverAllScreens } from '../support/walk';

const { openDevice, pageErrors } = withBrowser();

/** On a phone: test/e2e/screens.test.ts. */
test('every screen opens on a desktop, and axe finds nothing in light and in dark', async () => {
  await walkOverAllScreens(openDevice, DESKTOP);
  expect(pageErrors).toEqual([]);
}, 240_000);
