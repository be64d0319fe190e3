import { afterEach, beforeEach, vi } from 'vitest';
import { fakeStripe } from './fake-stripe';

/** Far ahead: an alarm that is set for this future never rings by itself, and tests ring it when they want. */
export const START = Date.UTC(2040, 0, 2, 18, 0, 30);

/** Here and at Stripe time stands still at {@link START} until a test moves it. */
export function stopClocks(): void {
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: START });
    await fakeStripe.moveTo(START);
  });
  afterEach(() => {
    vi.useRealTimers();
    aheadMs = 0;
  });
}

let aheadMs = 0;

/** From the next move on Stripe's clock is ahead of the one here, until the test ends. */
export function setAhead(ms: number): void {
  aheadMs = ms;
}

/** Moves time on, here and at Stripe, where all that falls due until then happens. */
export async function pass(ms: number): Promise<void> {
  vi.setSystemTime(Date.now() + ms);
  await fakeStripe.moveTo(Date.now() + aheadMs);
}

/** More than the busiest machine takes, and less than a test may. */
const TRIES = 3_000;

/** Waits, in real time, until `look` finds something. */
export async function until<T>(look: () => Promise<T | undefined | false>, what: string): Promise<T> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`Waited in vain for ${what}`);
}
