import { vi } from 'vitest';
import { FRIDAY_EVENING } from './moments';

const Real = Date;
// One runtime runs several files and evaluates this module again for each: then moments would come from a moved clock.
if (Reflect.get(Real, 'isAhead')) throw new Error('The file before has left its clock behind');
const AHEAD_MS = FRIDAY_EVENING - Real.now();
let aheadMs = AHEAD_MS;

const ahead = new Proxy(Real, {
  construct: (real, args) => (args.length === 0 ? new real(real.now() + aheadMs) : Reflect.construct(real, args)),
  get: (real, name) => (name === 'now' ? () => real.now() + aheadMs : name === 'isAhead' || Reflect.get(real, name)),
});

/**
 * Lets `Date` run as always, but from {@link FRIDAY_EVENING} on. So it does not matter on which day and at which hour
 * the tests run, and an alarm, which rings by the real clock, rings only when a test rings it.
 */
export function runAhead(): void {
  aheadMs = AHEAD_MS;
  globalThis.Date = ahead;
}

/** Ends {@link runAhead}, before the runtime's next file. */
export function runReal(): void {
  globalThis.Date = Real;
}

/** Moves the running `Date` ahead, until the test ends. */
export function skip(ms: number): void {
  aheadMs += ms;
}

/** Stops `Date` until the test ends or moves it. */
export function stopClock(now = Date.now()): void {
  vi.useFakeTimers({ toFake: ['Date'], now });
}
