import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import { deleteAccount } from '../../worker/support/accounts';
import { DAY_MS, EVENT_DAY_PRICE_CENTS, HOUR_MS } from '../../../src/shared/limits';
import { pass } from './clock';
import { fakeStripe } from './fake-stripe';
import { Venue } from './venue';
import { deliver } from './webhooks';

/** What the customers of the account have on final invoices. */
async function invoiced(venue: Venue): Promise<{ days: number; cents: number }> {
  const bills = await Promise.all((await venue.customers()).map((id) => fakeStripe.billed(id)));
  return {
    days: bills.reduce((sum, bill) => sum + bill.days, 0),
    cents: bills.reduce((sum, bill) => sum + bill.cents, 0),
  };
}

/** To the end of the period and of its invoice's grace, with all that is told and settled on the way. */
export async function endPeriod(venue: Venue): Promise<void> {
  const { period_ends_at: endsAt } = await venue.account();
  await venue.settle();
  await pass(Math.max(0, (endsAt ?? 0) - Date.now()) + 2 * HOUR_MS);
  await venue.staySignedIn();
  await deliver();
  await venue.settle();
}

/**
 * The one rule: what is on invoices at last, and what still waits for a subscription, are exactly the days on which
 * something was counted outside the trial, each once. Moves time until the invoices are final.
 */
export async function expectEachDayBilledOnce(venue: Venue, { waiting = 0 } = {}): Promise<void> {
  await venue.settle();
  // Failed attempts come back within the hour; a minute holds one day.
  for (let hours = 0; hours < 3 && (await venue.jobDueAt()) !== Infinity; hours += 1) {
    await pass(HOUR_MS);
    await venue.settle();
  }
  // What was counted before a grace is sent once that is over.
  if ((await venue.status()) === 'trialing') await endPeriod(venue);
  await endPeriod(venue);
  const days = await venue.days();
  const costly = days.filter((day) => day.billable_at !== null);
  expect(costly.map((day) => `${day.event_id}:${day.day}`).toSorted()).toEqual([...venue.costly].toSorted());
  const unsettled = costly.filter((day) => day.settled_at === null);
  expect(unsettled).toHaveLength(waiting);
  const bill = await invoiced(venue);
  expect(bill.days + unsettled.length).toBe(venue.costly.size);
  expect(bill.cents).toBe(bill.days * EVENT_DAY_PRICE_CENTS);
  expect((await fakeStripe.state()).unexpected).toEqual([]);
}

/** The same of an account that goes: all is on invoices, also what is left of the last period, and nothing else is left. */
export async function expectEachDayBilledAtTheEnd(venue: Venue): Promise<void> {
  expect((await deleteAccount(venue.client)).status).toBe(200);
  for (let hours = 0; hours < 6 && (await venue.jobDueAt()) !== Infinity; hours += 1) {
    await venue.settle();
    await pass(HOUR_MS);
  }
  expect(await env.DB.prepare('SELECT user_id FROM users').first()).toBeNull();
  const days = venue.costly.size;
  expect(await invoiced(venue)).toEqual({ days, cents: days * EVENT_DAY_PRICE_CENTS });
}

/** Through the trial and a moment more, with what Stripe tells of its end. */
export async function endTrial(venue: Venue): Promise<void> {
  await pass(venue.trialEndsAt - Date.now() + 1_000);
  await deliver();
  await venue.settle();
}

/** A venue whose trial has ended, and that pays with this card. */
export async function payingVenue(card?: string): Promise<Venue> {
  const venue = await Venue.open();
  await venue.settle();
  await venue.saveCard(card);
  await endTrial(venue);
  return venue;
}

export const nextDay = (): Promise<void> => pass(DAY_MS);
