import { vi } from 'vitest';
import { FRIDAY_NIGHT } from './moments';

const Real = Date;
const AHEAD_MS = FRIDAY_NIGHT - Real.now();

const ahead = new Proxy(Real, {
  construct: (real, args) => (args.length === 0 ? new real(real.now() + AHEAD_MS) : Reflect.construct(real, args)),
  get: (real, name) => (name === 'now' ? () => real.now() + AHEAD_MS : Reflect.get(real, name)),
});

/**
 * Lets `Date` run as always, but from {@link FRIDAY_NIGHT} on. So it does not matter on which day and at which hour the
 * tests run, and an alarm, which rings by the real clock, rings only when a test rings it.
 */
export function runAhead(): void {
  vi.useRealTimers();
  globalThis.Date = ahead;
}

/** Stops `Date` until the test ends or moves it. */
export function stopClock(now = Date.now()): void {
  vi.useFakeTimers({ toFake: ['Date'], now });
}
