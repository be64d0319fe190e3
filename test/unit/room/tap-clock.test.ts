import { expect, test } from 'vitest';
import { TapClock } from '../../../src/room/tap-clock';

const NOW = 1_800_000_000_000;
/** Of a device whose clock is an hour ahead. */
const DEVICE = NOW + 3_600_000;

test('a tap of a frame that was slow stays before the tap that was made after it and came in a quick one', () => {
  const clock = new TapClock();
  // Made at 0 and sent at once, 400 ms on its way; the next one was made at 100, and waited for the first one's ack.
  expect(clock.occurredAt('c1', DEVICE, DEVICE, NOW + 400)).toBe(NOW + 400);
  expect(clock.occurredAt('c1', DEVICE + 100, DEVICE + 405, NOW + 410)).toBe(NOW + 400);
  expect(clock.occurredAt('c1', DEVICE + 900, DEVICE + 900, NOW + 905)).toBe(NOW + 905);
});

test('each device has an order of its own', () => {
  const clock = new TapClock();
  clock.occurredAt('c1', DEVICE, DEVICE, NOW + 400);
  expect(clock.occurredAt('c2', DEVICE + 100, DEVICE + 405, NOW + 410)).toBe(NOW + 105);
});

test('where a device’s clock was set in between, its frame is all that is known', () => {
  const back = new TapClock();
  back.occurredAt('c1', DEVICE, DEVICE, NOW);
  expect(back.occurredAt('c1', DEVICE - 60_000, DEVICE - 50_000, NOW + 1_000)).toBe(NOW - 9_000);
  const ahead = new TapClock();
  ahead.occurredAt('c1', DEVICE, DEVICE, NOW);
  expect(ahead.occurredAt('c1', DEVICE, DEVICE + 56_000, NOW)).toBe(NOW - 56_000);
});

test('no tap occurs after it was received, also where the room’s own clock went back', () => {
  const clock = new TapClock();
  clock.occurredAt('c1', DEVICE, DEVICE, NOW);
  expect(clock.occurredAt('c1', DEVICE + 10, DEVICE + 10, NOW - 5_000)).toBe(NOW - 5_000);
});
