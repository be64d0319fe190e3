import { expect, test } from 'vitest';
import { ENGLISH, LANGUAGE_CODES } from '../../../src/shared/languages';
import { DESKTOP, noonZone, PHONE, withBrowser } from '../support/browser';
import { walkOverAllScreens } from '../support/walk';
import { walkWhileInForce } from '../support/walk-control';

const { openDevice, pageErrors } = withBrowser({ timezoneId: noonZone() });

/**
 * A phone measures each screen at 390 px in one mode and at 360 px in the other. A walk that begins in dark mode has
 * them the other way round. The walk on a phone in English that begins in light mode: test/e2e/screens.test.ts.
 */
const WALKS = LANGUAGE_CODES.flatMap((language) => [
  ...(language === ENGLISH ? [] : [{ language, device: 'phone', viewport: PHONE, begins: 'light' as const }]),
  { language, device: 'phone', viewport: PHONE, begins: 'dark' as const },
  { language, device: 'desktop', viewport: DESKTOP, begins: 'light' as const },
]);

test.each(WALKS)(
  'every screen opens on a $device in the language $language, first in $begins mode, nothing is cut, small or covered, and axe finds no problem',
  async ({ language, viewport, begins }) => {
    await walkOverAllScreens(openDevice, viewport, language, begins);
    expect(pageErrors).toEqual([]);
  },
);

test.each(WALKS)(
  'nothing is cut, small or covered on a $device in the language $language, first in $begins mode, while something is in force',
  async ({ language, viewport, begins }) => {
    await walkWhileInForce(openDevice, viewport, language, begins);
    expect(pageErrors).toEqual([]);
  },
);
