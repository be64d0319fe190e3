import { expect, test } from 'vitest';
import { formatMoment } from '../../web/src/lib/format';

test.each([
  [new Date(2026, 10, 20, 18, 4, 59), 'Nov 20 18:04'],
  [new Date(2026, 0, 5, 0, 7), 'Jan 5 00:07'],
  [new Date(2026, 11, 31, 12, 0), 'Dec 31 12:00'],
])('%s reads as %s on the clock of the device', (moment, text) => {
  expect(formatMoment(moment.toISOString())).toBe(text);
});

test.each([null, '', 'yesterday'])('%j reads as N/A', (missing) => {
  expect(formatMoment(missing)).toBe('N/A');
});
