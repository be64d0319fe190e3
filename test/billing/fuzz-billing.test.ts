import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PRICE_LOOKUP_KEY } from '../../src/billing/catalog';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/shared/durations';
import type { Fault } from '../support/stripe/control';
import { startAfresh } from '../worker/support/fresh';
import { pass, resetClocks } from './support/clock';
import { fakeStripe } from './support/stripe';
import { expectEachDayBilledAtTheEnd, expectEachDayBilledOnce } from './support/invariant';
import { DECLINED_LATER, Venue, VISA } from './support/venue';
import { post } from './support/webhooks';

/** Sequences at factor 1, starting at FUZZ_SEED; see FUZZ_RUNS in test/vitest.config.ts. */
const RUNS = 4;
const runs = Math.ceil(RUNS * Number(env.FUZZ_RUNS));

/** The start of a sequence. Most sequences begin near the end of the trial, where counted days become billed days. */
const anyStart = fc.record({
  card: fc.constantFrom(null, VISA, VISA, DECLINED_LATER),
  days: fc.constantFrom(0, 6, 7, 8, 8),
  /** The status that a subscription gets when it cannot be paid. */
  afterRetries: fc.constantFrom('unpaid' as const, 'canceled' as const),
  /** The time by which Stripe's clock is ahead. */
  aheadMs: fc.constantFrom(0, 0, 3_000),
  /** Whether the account is deleted at the end. */
  leaves: fc.boolean(),
});

/** Something that can happen to an account. A failure shows its name. */
interface Step {
  name: string;
  run: (venue: Venue) => Promise<unknown>;
}

/** Steps without parameters. A step that is listed twice happens twice as often. */
const oneOf = (...steps: (readonly [string, Step['run']])[]) =>
  fc.constantFrom(...steps.map(([name, run]): Step => ({ name, run })));

const anyPause = fc
  .constantFrom(10_000, MINUTE_MS, 5 * HOUR_MS, DAY_MS, DAY_MS, 3 * DAY_MS, 9 * DAY_MS, 25 * DAY_MS)
  .map((ms): Step => {
    const run = async (venue: Venue) => {
      await pass(ms);
      await venue.staySignedIn();
    };
    return { name: `pass ${ms}`, run };
  });

const anyFault = fc
  .record<Fault>({
    type: fc.constantFrom('drop-answer', 'drop-answer', 'drop', 'status'),
    status: fc.constantFrom(429, 500, 503),
    times: fc.integer({ min: 1, max: 3 }),
    path: fc.constantFrom('/meter_events', '/meter_events', '/meter_events', '/v1/', '/subscriptions', '/customers'),
  })
  .map((fault): Step => ({ name: JSON.stringify(fault), run: () => fakeStripe.fail(fault) }));

/** The order in which the waiting events arrive, and how often each one does. */
const anyDelivery = fc
  .record({
    times: fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 5 }),
    order: fc.array(fc.nat(), { minLength: 1, maxLength: 5 }),
  })
  .map(({ times, order }): Step => {
    const run = async () => {
      const events = (await fakeStripe.take()).map((event, i) => ({
        event,
        copies: times[i % times.length] ?? 1,
        place: order[i % order.length] ?? 0,
      }));
      for (const { event, copies } of events.toSorted((one, other) => one.place - other.place)) {
        // The webhook refuses an event while it cannot ask Stripe about it. The event is lost in this test; Stripe
        // would send it again.
        for (let n = 0; n < copies; n += 1) await post(event);
      }
    };
    return { name: `webhooks ${times.join()} in order ${order.join()}`, run };
  });

async function restart({ hub, room }: Venue): Promise<void> {
  for (const object of [hub, room]) {
    // Only an object that is awake can be evicted.
    await runInDurableObject(object, () => undefined);
    await evictDurableObject(object);
  }
}

const withCard = ['card', (venue: Venue) => venue.saveCard()] as const;

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: oneOf(['count', (venue) => venue.count()]) },
  { weight: 6, arbitrary: oneOf(['settle', (venue) => venue.runBilling()]) },
  { weight: 6, arbitrary: anyPause },
  { weight: 5, arbitrary: anyFault },
  { weight: 4, arbitrary: anyDelivery },
  { weight: 3, arbitrary: oneOf(withCard, withCard, ['event', (venue) => venue.replaceEvent()]) },
  {
    weight: 1,
    arbitrary: oneOf(
      ['bad card', (venue) => venue.saveCard(DECLINED_LATER)],
      ['restart', restart],
      ['down', () => fakeStripe.setDown(true)],
      ['up', () => fakeStripe.setDown(false)],
    ),
  },
);

test('each day outside the trial is billed once and no other day is billed, whatever happens in whatever order', async () => {
  let billed = 0;
  await fc.assert(
    fc.asyncProperty(
      anyStart,
      fc.array(anyStep, { minLength: 18, maxLength: 32, size: 'max' }),
      async (start, steps) => {
        await startAfresh();
        await resetClocks(start.aheadMs);
        await fakeStripe.catalog(PRICE_LOOKUP_KEY);
        await fakeStripe.settings({ afterRetries: start.afterRetries });
        const venue = await Venue.open();
        if (start.card !== null) await venue.saveCard(start.card);
        await pass(start.days * DAY_MS);
        for (const { run } of steps) await run(venue);
        // At the end every fault is over and a working card is present, so everything that waited is billed.
        await fakeStripe.setDown(false);
        await fakeStripe.heal();
        await pass(2 * HOUR_MS);
        await venue.staySignedIn();
        await venue.runBilling();
        expect((await venue.saveCard()).status).toBe(200);
        if (start.leaves) await expectEachDayBilledAtTheEnd(venue);
        else await expectEachDayBilledOnce(venue);
        billed += venue.costly.size;
      },
    ),
    { seed: Number(env.FUZZ_SEED), numRuns: runs, endOnFailure: true },
  );
  // Runs without a counted day after the trial would prove nothing.
  expect(billed).toBeGreaterThan(runs);
});
