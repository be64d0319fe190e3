import { vi } from 'vitest';
import { fakeStripe } from './stripe';

/**
 * The start lies far in the future. The runtime never rings an alarm for this time by itself; tests ring it when they
 * want.
 */
export const START = Date.UTC(2040, 0, 2, 18, 0, 30);

let aheadMs = 0;

/**
 * Starts a new Stripe and stops time here and there at {@link START} until a test moves it. Stripe's clock can be ahead
 * from then on.
 */
export async function resetClocks(stripeIsAheadMs = 0): Promise<void> {
  aheadMs = stripeIsAheadMs;
  vi.useFakeTimers({ toFake: ['Date'], now: START });
  await fakeStripe.reset({ nowMs: START });
}

/** Moves time forward here and at Stripe. Stripe does everything that falls due in between. */
export async function pass(ms: number): Promise<void> {
  vi.setSystemTime(Date.now() + ms);
  await fakeStripe.moveTo(Date.now() + aheadMs);
}
