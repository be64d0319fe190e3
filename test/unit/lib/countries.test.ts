import { expect, test } from 'vitest';
import { isCountryCode } from '../../../src/lib/countries';

test.each(['GB', 'DE', 'US', 'AX', 'SS', 'XK'])('%s is a country', (code) => {
  expect(isCountryCode(code)).toBe(true);
});

test.each(['', 'UK', 'EU', 'ZZ', 'XX', 'AN', 'SU', 'gb', 'GBR', '826', 'United Kingdom'])('%j is none', (code) => {
  expect(isCountryCode(code)).toBe(false);
});
