import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import { deleteAccount } from '../../worker/support/accounts';
import { EVENT_DAY_PRICE_CENTS } from '../../../src/billing/price';
import { HOUR_MS } from '../../../src/shared/durations';
import { pass } from './clock';
import { fakeStripe } from './stripe';
import type { Venue } from './venue';

/** The days and cents on final invoices of the account's customers. */
async function invoiced(venue: Venue): Promise<{ days: number; cents: number }> {
  const bills = await Promise.all((await venue.customers()).map((id) => fakeStripe.billed(id)));
  return {
    days: bills.reduce((sum, bill) => sum + bill.days, 0),
    cents: bills.reduce((sum, bill) => sum + bill.cents, 0),
  };
}

/**
 * The one rule: the final invoices contain exactly the days on which a tap counted outside the trial, each once. Moves
 * time until the invoices are final.
 */
export async function expectEachDayBilledOnce(venue: Venue): Promise<void> {
  await venue.runBilling();
  // Failed attempts are retried within the hour, and a minute holds one day.
  for (let hours = 0; hours < 3 && (await venue.jobDueAt()) !== Infinity; hours += 1) {
    await pass(HOUR_MS);
    await venue.runBilling();
  }
  // Days that were counted before a grace period are sent once it is over.
  if ((await venue.status()) === 'trialing') await venue.endPeriod();
  await venue.endPeriod();
  const costly = (await venue.days()).filter((day) => day.billable_at !== null);
  expect(costly.map((day) => `${day.event_id}:${day.day}`).toSorted()).toEqual([...venue.costly].toSorted());
  expect(costly.filter((day) => day.accepted_at === null)).toEqual([]);
  const days = venue.costly.size;
  expect(await invoiced(venue)).toEqual({ days, cents: days * EVENT_DAY_PRICE_CENTS });
  expect((await fakeStripe.state()).unexpected).toEqual([]);
}

/**
 * Checks the same rule for an account that is being deleted: invoices contain every day, including the rest of the last
 * period, and nothing else is left.
 */
export async function expectEachDayBilledAtTheEnd(venue: Venue): Promise<void> {
  const { period_ends_at: endsAt } = await venue.account();
  const isTrialing = (await venue.status()) === 'trialing';
  expect((await deleteAccount(venue.client)).status).toBe(200);
  await venue.finish(6);
  // Days that were counted before a grace period wait for its end.
  if (isTrialing) await pass(Math.max(0, (endsAt ?? 0) - Date.now()));
  await venue.finish(6);
  expect(await env.DB.prepare('SELECT user_id FROM users').first()).toBeNull();
  const days = venue.costly.size;
  expect(await invoiced(venue)).toEqual({ days, cents: days * EVENT_DAY_PRICE_CENTS });
}
