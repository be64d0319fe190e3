import { expect, test } from 'vitest';
import { readTimeZone } from '../../../../src/shared/rules/time-zone';

test.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  ['america/argentina/buenos_aires', 'America/Argentina/Buenos_Aires'],
  ['UTC', 'UTC'],
])('%j is a zone', (zone, name) => {
  // Runtimes differ in which of two names of one zone is the usual one.
  expect([name, 'America/Buenos_Aires']).toContain(readTimeZone(zone));
});

test.each(['', ' ', '+02:00', '-0500', 'Mars/Base', 'Europe/Berlin\u0000', 'x'.repeat(65), null, undefined, 5, {}])(
  '%j is none',
  (zone) => {
    expect(readTimeZone(zone)).toBeNull();
  },
);
