import { expect, test } from 'vitest';
import {
  CONNECT_AFTER_LOGIN_MS,
  CONNECT_TIMEOUT_MS,
  COPIED_MS,
  DANGER_ABOVE_PERCENT,
  FORCE_REFRESH_SPREAD_MS,
  PASSWORD_MIN_LENGTH,
  PING_INTERVAL_MS,
  PING_TIMEOUT_MS,
  POLL_INTERVAL_MS,
  RECONNECT_ATTEMPTS,
  RECONNECT_BASE_MS,
  RECONNECT_MAX_MS,
  RETRY_AFTER_TOO_FAST_MS,
  SOCKET_RETRY_WHILE_POLLING_MS,
  TAP_CHANGE_MAX,
  TAPS_PER_FRAME_MAX,
  TRIAL_MS,
  WARNING_ABOVE_PERCENT,
} from '../../../src/shared/limits';

/** The numbers that the specification gives. Other tests show what they do, by the names of the constants. */
test.each([
  ['the trial, in ms', TRIAL_MS, 7 * 24 * 60 * 60 * 1000],
  ['the shortest password', PASSWORD_MIN_LENGTH, 8],
  ['the capacity bar warns above, in percent', WARNING_ABOVE_PERCENT, 75],
  ['the capacity bar shows danger above, in percent', DANGER_ABOVE_PERCENT, 90],
  ['the copy confirmation, in ms', COPIED_MS, 2000],
  ['the wait of a socket after a login, in ms', CONNECT_AFTER_LOGIN_MS, 100],
  ['reconnection attempts', RECONNECT_ATTEMPTS, 10],
  ['the first wait before a reconnection, in ms', RECONNECT_BASE_MS, 1000],
  ['the connection timeout, in ms', CONNECT_TIMEOUT_MS, 20_000],
  ['the ping timeout, in ms', PING_TIMEOUT_MS, 30_000],
  ['the ping interval, in ms', PING_INTERVAL_MS, 25_000],
])('%s', (_what, here, specified) => {
  expect(here).toBe(specified);
});

/** And those that design section 3 gives for where the specification is silent. */
test.each([
  ['the longest wait before a reconnection, in ms', RECONNECT_MAX_MS, 20_000],
  ['the wait after too many frames, in ms', RETRY_AFTER_TOO_FAST_MS, 5_000],
  ['between two polls, in ms', POLL_INTERVAL_MS, 3_000],
  ['between two tries of the socket while polling, in ms', SOCKET_RETRY_WHILE_POLLING_MS, 60_000],
  ['the spread of what a whole venue asks at once, in ms', FORCE_REFRESH_SPREAD_MS, 1_000],
  ['taps in a frame', TAPS_PER_FRAME_MAX, 200],
  ['the largest change of a tap', TAP_CHANGE_MAX, 1_000],
])('%s', (_what, here, designed) => {
  expect(here).toBe(designed);
});
