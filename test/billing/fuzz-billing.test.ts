import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/shared/limits';
import { assertNever } from '../../src/shared/assert-never';
import type { Fault } from '../support/stripe/control';
import { startAfresh } from '../worker/support/fresh';
import { pass, resetClocks } from './support/clock';
import { fakeStripe } from './support/stripe';
import { expectEachDayBilledAtTheEnd, expectEachDayBilledOnce } from './support/invariant';
import { DECLINED_LATER, Venue, VISA } from './support/venue';
import { post } from './support/webhooks';

/** Sequences of the default run; FUZZ_RUNS times as many, from FUZZ_SEED on, in `npm run test:fuzz`. */
const RUNS = 4;
const runs = Math.ceil(RUNS * Number(env.FUZZ_RUNS));

/** Where a sequence begins: most begin near the end of the trial, where what is counted becomes what is billed. */
const anyStart = fc.record({
  card: fc.constantFrom(null, VISA, VISA, DECLINED_LATER),
  days: fc.constantFrom(0, 6, 7, 8, 8),
  /** What becomes of a subscription that cannot be paid. */
  afterRetries: fc.constantFrom('unpaid' as const, 'canceled' as const),
  /** Stripe's clock is ahead by so much. */
  aheadMs: fc.constantFrom(0, 0, 3_000),
  /** Whether the account is deleted at last. */
  leaves: fc.boolean(),
});

type Step =
  | { type: 'count' | 'settle' | 'restart' | 'down' | 'up' | 'card' | 'bad card' | 'event' }
  | { type: 'pass'; ms: number }
  | { type: 'fault'; fault: Fault }
  /** For each event that waits: how often it arrives, and in which order. */
  | { type: 'webhooks'; times: number[]; order: number[] };

const anyFault: fc.Arbitrary<Fault> = fc.record({
  type: fc.constantFrom('drop-answer', 'drop-answer', 'drop', 'status'),
  status: fc.constantFrom(429, 500, 503),
  times: fc.integer({ min: 1, max: 3 }),
  path: fc.constantFrom('/meter_events', '/meter_events', '/meter_events', '/v1/', '/subscriptions', '/customers'),
});

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: fc.constant({ type: 'count' } as const) },
  { weight: 6, arbitrary: fc.constant({ type: 'settle' } as const) },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('pass' as const),
      ms: fc.constantFrom(10_000, MINUTE_MS, 5 * HOUR_MS, DAY_MS, DAY_MS, 3 * DAY_MS, 9 * DAY_MS, 25 * DAY_MS),
    }),
  },
  { weight: 5, arbitrary: fc.record({ type: fc.constant('fault' as const), fault: anyFault }) },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('webhooks' as const),
      times: fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 5 }),
      order: fc.array(fc.nat(), { minLength: 1, maxLength: 5 }),
    }),
  },
  { weight: 3, arbitrary: fc.constantFrom(...(['card', 'card', 'event'] as const)).map((type) => ({ type })) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...(['bad card', 'restart', 'down', 'up'] as const)).map((type) => ({ type })),
  },
);

async function deliverSome(times: readonly number[], order: readonly number[]): Promise<void> {
  const events = (await fakeStripe.take()).map((event, i) => ({
    event,
    times: times[i % times.length] ?? 1,
    place: order[i % order.length] ?? 0,
  }));
  for (const { event, times: copies } of events.toSorted((a, b) => a.place - b.place)) {
    // What Stripe cannot be asked about now is refused, and lost here: Stripe would send it again.
    for (let n = 0; n < copies; n += 1) await post(event);
  }
}

async function take(venue: Venue, step: Step): Promise<void> {
  switch (step.type) {
    case 'count':
      await venue.count();
      return;
    case 'settle':
      return await venue.settle();
    case 'restart':
      for (const object of [venue.hub, venue.room]) {
        // Only what is awake can be put to sleep.
        await runInDurableObject(object, () => undefined);
        await evictDurableObject(object);
      }
      return;
    case 'down':
      return await fakeStripe.setDown(true);
    case 'up':
      return await fakeStripe.setDown(false);
    case 'card':
    case 'bad card':
      await venue.saveCard(step.type === 'card' ? VISA : DECLINED_LATER);
      return;
    case 'event':
      return await venue.replaceEvent();
    case 'pass':
      await pass(step.ms);
      return await venue.staySignedIn();
    case 'fault':
      return await fakeStripe.fail(step.fault);
    case 'webhooks':
      return await deliverSome(step.times, step.order);
  }
  assertNever(step);
}

test(
  'whatever happens in whatever order, each day outside the trial is billed once, and no other',
  async () => {
    let billed = 0;
    await fc.assert(
      fc.asyncProperty(
        anyStart,
        fc.array(anyStep, { minLength: 18, maxLength: 32, size: 'max' }),
        async (start, steps) => {
          await startAfresh();
          await resetClocks(start.aheadMs);
          await fakeStripe.catalogue(env.STRIPE_PRICE_LOOKUP_KEY);
          await fakeStripe.settings({ afterRetries: start.afterRetries });
          const venue = await Venue.open();
          if (start.card !== null) await venue.saveCard(start.card);
          await pass(start.days * DAY_MS);
          for (const each of steps) await take(venue, each);
          // At last all is well again, and there is a card that pays: whatever waited is billed.
          await fakeStripe.setDown(false);
          await fakeStripe.heal();
          await pass(2 * HOUR_MS);
          await venue.staySignedIn();
          await venue.settle();
          expect((await venue.saveCard()).status).toBe(200);
          if (start.leaves) await expectEachDayBilledAtTheEnd(venue);
          else await expectEachDayBilledOnce(venue);
          billed += venue.costly.size;
        },
      ),
      { seed: Number(env.FUZZ_SEED), numRuns: runs, endOnFailure: true },
    );
    // Runs that never counted after the trial would show nothing.
    expect(billed).toBeGreaterThan(runs);
  },
  60_000 + runs * 15_000,
);
