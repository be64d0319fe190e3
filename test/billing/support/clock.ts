import { vi } from 'vitest';
import { fakeStripe } from './stripe';

/** Far ahead: an alarm that is set for this future never rings by itself, and tests ring it when they want. */
export const START = Date.UTC(2040, 0, 2, 18, 0, 30);

let aheadMs = 0;

/** Here and at a new Stripe time stands still at {@link START} until a test moves it; Stripe's may be ahead from then on. */
export async function resetClocks(stripeIsAheadMs = 0): Promise<void> {
  aheadMs = stripeIsAheadMs;
  vi.useFakeTimers({ toFake: ['Date'], now: START });
  await fakeStripe.reset({ nowMs: START });
}

/** Moves time on, here and at Stripe, where all that falls due until then happens. */
export async function pass(ms: number): Promise<void> {
  vi.setSystemTime(Date.now() + ms);
  await fakeStripe.moveTo(Date.now() + aheadMs);
}

/** Waits, in real time, until `look` finds something: vitest's own way moves the time that stands still. */
export async function until(look: () => Promise<boolean>, what: string): Promise<void> {
  for (let tries = 0; tries < 3_000; tries += 1) {
    if (await look()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`Waited in vain for ${what}`);
}
