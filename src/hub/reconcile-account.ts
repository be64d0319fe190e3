import { ensureCustomer } from '../billing/customers/customer';
import type { Billing } from '../billing/client';
import { closeCustomer, findLastCustomer, mayStillBeFound, takesLastUsage } from '../billing/closing';
import { mirrorDetails } from '../billing/customers/details';
import { logFailure } from '../billing/stripe-errors';
import { refresh, subscribe } from '../billing/subscription';
import { sendUsage, takesUsage } from '../billing/usage/usage';
import { type BillingAccount, loadBillingAccount, saveCustomer } from '../db/billing-accounts';
import type { Database } from '../db/client';
import { anonymizeDeletedEvents, loadEventsToErase, purgeAccount, purgeEvent } from '../db/purge';
import { countWaitingDays, loadWaitingDays } from '../db/usage-days';
import type { AccountState } from '../rpc/contract';
import { logError } from '../observability/log';
import type { Outcome } from './job';
import type { HubDeps } from './deps';

/** Days that are sent in one run: urgent calls wait no longer than for these. */
const DAYS_PER_STEP = 10;
/** A run of slow calls must end within an alarm's 15 minutes (developers.cloudflare.com/workers/platform/limits). */
const DAYS_PER_RUN = 100;
/** Rooms that are emptied at the same time. */
const ROOMS_AT_ONCE = 10;

/**
 * Makes rooms and Stripe match what D1 says of the account, and returns what is left to do. Each step finds out by
 * itself what is missing, so a run may end anywhere; a failed step does not stop the others.
 */
export const reconcileAccount = (ports: HubDeps, userId: string): Promise<Outcome> =>
  part('account', userId, () => reconcileParts(ports, userId));

async function reconcileParts(ports: HubDeps, userId: string): Promise<Outcome> {
  const account = await loadBillingAccount(ports.db, userId);
  const deleted = !account ? 'done' : account.deletedAt !== null ? await reconcileDeleted(ports, account) : null;
  if (deleted === 'done') ports.emptyStorage();
  if (deleted !== null) return deleted;
  const { billing } = ports;
  // Rooms first: they may deliver days that must be sent.
  const rooms = await part('rooms', userId, () => eraseRooms(ports, userId));
  const bill = billing && (await part('billing', userId, () => reconcilePresent(ports, billing, userId)));
  await anonymizeDeletedEvents(ports.db, { ownerId: userId, now: Date.now(), isBillingOn: billing !== null });
  return worst([rooms, bill ?? 'done']);
}

const worst = (outcomes: readonly Outcome[]): Outcome =>
  outcomes.find((outcome) => outcome === 'again') ?? outcomes.find((outcome) => outcome === 'more') ?? 'done';

async function part(what: string, userId: string, work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    logFailure(`settle.${what}`, error, { userId });
    return 'again';
  }
}

/** Empties the rooms of deleted events after their days are recorded. */
async function eraseRooms({ db, eraseRoom }: HubDeps, userId: string): Promise<Outcome> {
  const rooms = await loadEventsToErase(db, userId);
  let outcome: Outcome = 'done';
  for (let i = 0; i < rooms.length; i += ROOMS_AT_ONCE) {
    const erased = await Promise.all(
      rooms.slice(i, i + ROOMS_AT_ONCE).map((room) =>
        part('room', userId, async () => {
          if (!(await eraseRoom(room)).ok) return 'again';
          await purgeEvent(db, room.eventId, Date.now());
          return 'done';
        }),
      ),
    );
    outcome = worst([outcome, ...erased]);
  }
  return outcome;
}

async function reconcilePresent(ports: HubDeps, billing: Billing, userId: string): Promise<Outcome> {
  const news = await present(ports, userId, async (account) => {
    const customerId = await ensureCustomer(billing, account);
    const found = await refresh(billing, account, customerId);
    const isNew = found.subscription === undefined && account.subscriptionStatus === null;
    return isNew ? (await subscribe(billing, account, customerId, found.all)).news : found.news;
  });
  await (news ? ports.announceAccount(news) : ports.announceIfNewer(userId));
  const details = await part('details', userId, async () => {
    await present(ports, userId, async (account) => {
      if (account.stripeCustomerId !== null) await mirrorDetails(billing, account, account.stripeCustomerId);
    });
    return 'done';
  });
  return worst([details, await sendWaitingUsage(ports, billing, userId, takesUsage)]);
}

/**
 * Runs as one task of the queue, with the account as it is then; does nothing when the account was deleted meanwhile.
 */
function present<T>(
  { db, queue }: HubDeps,
  userId: string,
  step: (account: BillingAccount) => Promise<T>,
): Promise<T | undefined> {
  return queue.run(async () => {
    const account = await loadBillingAccount(db, userId);
    return account && account.deletedAt === null ? await step(account) : undefined;
  });
}

type TakesUsage = typeof takesUsage;

/** Sends the waiting days while a subscription takes them. */
async function sendWaitingUsage(ports: HubDeps, billing: Billing, userId: string, takes: TakesUsage): Promise<Outcome> {
  let left = 0;
  for (let tried = 0; tried < DAYS_PER_RUN; tried += DAYS_PER_STEP) {
    const { outcome, news } = await ports.queue.run(async () => {
      const step = await usageStep(ports.db, billing, { userId, takes, skip: left });
      left += step.left;
      return step;
    });
    if (news) await ports.announceAccount(news);
    if (outcome !== 'more') return worst([outcome, left > 0 ? 'again' : 'done']);
  }
  return 'more';
}

interface UsageStep {
  /** `more`: days were sent, and others may follow. */
  outcome: Outcome;
  /** Days that could not be sent now. */
  left: number;
  news: AccountState | undefined;
}

async function usageStep(
  db: Database,
  billing: Billing,
  { userId, takes, skip }: { userId: string; takes: TakesUsage; skip: number },
): Promise<UsageStep> {
  const days = await loadWaitingDays(db, userId, { limit: DAYS_PER_STEP, skip });
  const account = days.length > 0 ? await loadBillingAccount(db, userId) : undefined;
  if (!account?.stripeCustomerId) return { outcome: 'done', left: 0, news: undefined };
  const customerId = account.stripeCustomerId;
  const { subscription, news } = await refresh(billing, account, customerId);
  if (!subscription || !takes(subscription)) {
    // The trial has ended here and ends at Stripe in a moment. Every other state waits for news.
    return { outcome: subscription?.status === 'trialing' ? 'again' : 'done', left: 0, news };
  }
  return { outcome: 'more', left: await sendUsage(billing, { userId, customerId, subscription }, days), news };
}

/** Rooms first, because they may hold days; then the last bill; then everything that is left of the account. */
async function reconcileDeleted(ports: HubDeps, account: BillingAccount): Promise<Outcome> {
  const { db, billing } = ports;
  const { userId } = account;
  const rooms = await part('rooms', userId, () => eraseRooms(ports, userId));
  const bill = await part('closing', userId, () => closeBill(ports, billing, account, rooms === 'done'));
  const outcome = worst([rooms, bill]);
  if (outcome !== 'done') return outcome;
  const unbilled = await countWaitingDays(db, userId);
  if (unbilled > 0) logError('settle.closing', 'days that nobody can be billed for', { userId, days: unbilled });
  await purgeAccount(db, userId);
  return 'done';
}

async function closeBill(
  ports: HubDeps,
  billing: Billing | null,
  account: BillingAccount,
  isLast: boolean,
): Promise<Outcome> {
  const { db, queue } = ports;
  const { userId } = account;
  if (billing === null) {
    // If billing is turned on again, what is owed is still there.
    return account.stripeCustomerId === null && (await countWaitingDays(db, userId)) === 0 ? 'done' : 'again';
  }
  const customerId = await queue.run(() => findLastCustomer(billing, account));
  if (customerId === undefined) return mayStillBeFound(account, Date.now()) ? 'again' : 'done';
  if (account.stripeCustomerId === null) await saveCustomer(db, userId, customerId);
  const usage = await part('usage', userId, () => sendWaitingUsage(ports, billing, userId, takesLastUsage));
  // Nothing is deleted while a day could still be sent.
  if (usage !== 'done') return usage;
  if (!isLast) return 'again';
  return (await queue.run(() => closeCustomer(billing, account, customerId))) ? 'done' : 'again';
}
