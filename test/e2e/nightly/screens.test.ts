import { expect, test } from 'vitest';
import { ENGLISH, LANGUAGE_CODES } from '../../../src/shared/languages';
import { DESKTOP, noonZone, PHONE, withBrowser } from '../support/browser';
import { walkOverAllScreens } from '../support/walk';
import { walkWhileInForce } from '../support/walk-control';

const { openDevice, pageErrors } = withBrowser({ timezoneId: noonZone() });

/** The walk on a phone in English: test/e2e/screens.test.ts. */
const WALKS = LANGUAGE_CODES.flatMap((language) => [
  ...(language === ENGLISH ? [] : [{ language, device: 'phone', viewport: PHONE }]),
  { language, device: 'desktop', viewport: DESKTOP },
]);

test.each(WALKS)(
  'every screen opens on a $device in the language $language, nothing is cut, small or covered, and axe finds no problem',
  async ({ language, viewport }) => {
    await walkOverAllScreens(openDevice, viewport, language);
    expect(pageErrors).toEqual([]);
  },
);

test.each(WALKS)(
  'nothing is cut, small or covered on a $device in the language $language while something is in force',
  async ({ language, viewport }) => {
    await walkWhileInForce(openDevice, viewport, language);
    expect(pageErrors).toEqual([]);
  },
);
