import { vi } from 'vitest';
import { stopClock } from '../../support/clock';
import { FRIDAY, moment } from '../../support/moments';
import { fakeStripe } from './stripe';

export const START = moment(FRIDAY, '18:00:30');

let aheadMs = 0;

/**
 * Starts a new Stripe and stops time here and there at {@link START} until a test moves it. Stripe's clock can be ahead
 * from then on.
 */
export async function resetClocks(stripeIsAheadMs = 0): Promise<void> {
  aheadMs = stripeIsAheadMs;
  stopClock(START);
  await fakeStripe.reset({ nowMs: START });
}

/** Moves time forward here and at Stripe. Stripe does everything that falls due in between. */
export async function pass(ms: number): Promise<void> {
  vi.setSystemTime(Date.now() + ms);
  await fakeStripe.moveTo(Date.now() + aheadMs);
}
