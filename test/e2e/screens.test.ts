import { expect, test } from 'vitest';
import { PHONE, withBrowser } from './support/browser';
import { walkOverAllScreens } from './support/walk';

const { openDevice, pageErrors } = withBrowser();

/** On a desktop: test/e2e/nightly/screens.test.ts. */
test('every screen of a guest, an organizer and a door opens on a phone, and axe finds nothing in light and in dark', async () => {
  await walkOverAllScreens(openDevice, PHONE);
  expect(pageErrors).toEqual([]);
}, 240_000);
