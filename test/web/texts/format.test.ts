import { expect, test } from 'vitest';
import { formatDays, formatMoney } from '../../../web/src/features/account/usage/usage-format';
import { formatMoment, formatPercent } from '../../../web/src/texts/format';

test.each([
  [new Date(2026, 10, 20, 18, 4, 59), 'Nov 20 18:04'],
  [new Date(2026, 0, 5, 0, 7), 'Jan 5 00:07'],
])('the time %s reads as %s on the device’s clock', (moment, text) => {
  expect(formatMoment(moment.toISOString())).toBe(text);
});

test.each([null, '', 'yesterday'])('the missing time %j reads as N/A', (missing) => {
  expect(formatMoment(missing)).toBe('N/A');
});

test.each([
  [[], ''],
  [['2026-11-20'], 'Nov 20'],
  [['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-24'], 'Nov 20 – 22, Nov 24'],
  [['2026-10-31', '2026-11-01'], 'Oct 31 – Nov 1'],
  [['2026-12-31', '2027-01-01'], 'Dec 31, 2026 – Jan 1, 2027'],
])('the business days %j read as %j', (days, text) => {
  expect(formatDays(days).replaceAll(/\s/g, ' ')).toBe(text);
});

test.each([
  [0, '$0.00'],
  [300, '$3.00'],
  [123_456_700, '$1,234,567.00'],
])('the amount of %i cents reads as %s', (cents, text) => {
  expect(formatMoney(cents)).toBe(text);
});

test.each([
  [0, '0%'],
  [49.5, '50%'],
  [89.6, '90%'],
  [99.4, '99%'],
  [99.9, '99%'],
  [100, '100%'],
  [100.1, '101%'],
  [119.4, '119%'],
  [119.6, '120%'],
])('%f percent read as %s, and only what is 100 reads as 100%%', (percent, text) => {
  expect(formatPercent(percent)).toBe(text);
});
