import { expect, test } from 'vitest';
import { FAILED_LOGINS_PER_ADDRESS, FAILED_LOGINS_PER_IDENTIFIER } from '../../../src/services/attempts/limits';
import { TRIAL_MS } from '../../../src/billing/limits';
import { PASSWORD_MIN_LENGTH } from '../../../src/shared/accounts/limits';
import { DAY_MS } from '../../../src/shared/durations';
import * as protocol from '../../../src/shared/protocol/limits';
import { DANGER_ABOVE_PERCENT, WARNING_ABOVE_PERCENT } from '../../../src/shared/schemas/limits';
import { COPIED_MS } from '../../../web/src/ui/clipboard/use-copy';
import { ACCESS_CODE_ALPHABET, ACCESS_CODE_LENGTH } from '../../../src/shared/rules/access-code';
import { filesBelow, read } from './repository';

/** The numbers that the specification gives. Other tests prove their effect by the names of the constants. */
test.each([
  ['the trial, in ms', TRIAL_MS, 7 * 24 * 60 * 60 * 1000],
  ['the shortest password', PASSWORD_MIN_LENGTH, 8],
  ['the capacity bar warns above, in percent', WARNING_ABOVE_PERCENT, 75],
  ['the capacity bar shows danger above, in percent', DANGER_ABOVE_PERCENT, 90],
  ['the copy confirmation, in ms', COPIED_MS, 2000],
  ['the wait of a socket after a login, in ms', protocol.CONNECT_AFTER_LOGIN_MS, 100],
  ['reconnection attempts', protocol.RECONNECT_ATTEMPTS, 10],
  ['the first wait before a reconnection, in ms', protocol.RECONNECT_BASE_MS, 1000],
  ['the connection timeout, in ms', protocol.CONNECT_TIMEOUT_MS, 20_000],
  ['the ping timeout, in ms', protocol.PING_TIMEOUT_MS, 30_000],
  ['the ping interval, in ms', protocol.PING_INTERVAL_MS, 25_000],
  // The design gives the numbers that the specification does not.
  ['the longest wait before a reconnection, in ms', protocol.RECONNECT_MAX_MS, 20_000],
  ['the wait after too many frames, in ms', protocol.RETRY_AFTER_TOO_FAST_MS, 5_000],
  ['the time between two polls, in ms', protocol.POLL_INTERVAL_MS, 3_000],
  [
    'the time between two attempts to open a socket while polling, in ms',
    protocol.SOCKET_RETRY_WHILE_POLLING_MS,
    60_000,
  ],
  ['the spread of simultaneous requests of a whole venue, in ms', protocol.FORCE_REFRESH_SPREAD_MS, 1_000],
  ['the most taps in a frame', protocol.TAPS_PER_FRAME_MAX, 200],
  ['the largest change of a tap', protocol.TAP_CHANGE_MAX, 1_000],
])('the constant matches the specification: %s', (_what, here, specified) => {
  expect(here).toBe(specified);
});

/** The quoted texts of the table, without placeholders and formats. */
const QUOTED = [
  ...read('docs/evidence/conformance.md')
    .replaceAll(/\s+/g, ' ')
    .matchAll(/‘([^’]+)’/g),
]
  .map(([, text = '']) => text)
  .filter((text) => !['N/A', 'Mon D HH:mm', 'Error: ...'].includes(text));

test('every text that docs/evidence/conformance.md quotes occurs in the code to the letter', () => {
  // The texts of the web, and the rules and refusals that worker and web share.
  const source = filesBelow(['web/src', 'src/shared'], /\.ts$/)
    .map((path) => read(path).replaceAll("\\'", "'").replaceAll('&amp;', '&'))
    .join('\n');
  expect(QUOTED.length).toBeGreaterThan(55);
  expect(QUOTED.filter((text) => !source.includes(text))).toEqual([]);
});

const CODES = ACCESS_CODE_ALPHABET.length ** ACCESS_CODE_LENGTH;
/** The number of attempts that one address has in a year without a pause. */
const GUESSES = ((365 * DAY_MS) / FAILED_LOGINS_PER_ADDRESS.windowMs) * FAILED_LOGINS_PER_ADDRESS.limit;

/**
 * The probability that at least one guess is a code in use. Each guess is independent, and all codes are equally
 * likely.
 */
const chance = (guesses: number, inUse: number): number => 1 - (1 - inUse / CODES) ** guesses;

test.each([
  ['one address, a thousand codes in use', GUESSES, 1000],
  ['a thousand addresses, the code of one event', 1000 * GUESSES, 1],
])('the chance to guess a code in a year without a pause is below one percent: %s', (_who, guesses, inUse) => {
  // docs/security.md gives these numbers.
  expect([CODES, GUESSES]).toEqual([500_246_412_961, 400 * 24 * 365]);
  expect(chance(guesses, inUse)).toBeCloseTo(0.007, 4);
  // One code or one account allows fewer attempts than one address.
  expect(FAILED_LOGINS_PER_IDENTIFIER.limit).toBeLessThan(FAILED_LOGINS_PER_ADDRESS.limit);
  expect(FAILED_LOGINS_PER_IDENTIFIER.windowMs).toBeGreaterThanOrEqual(FAILED_LOGINS_PER_ADDRESS.windowMs);
});
