import { ensureCustomer } from '../billing/customers/customer';
import type { Billing } from '../billing/client';
import { closeCustomer, findLastCustomer, mayStillBeFound, canBillLastUsage } from '../billing/closing';
import { mirrorDetails } from '../billing/customers/details';
import { logFailure } from '../billing/stripe-errors';
import { refresh, subscribe } from '../billing/subscription';
import { sendUsage, takesUsage } from '../billing/usage/usage';
import { type BillingAccount, loadBillingAccount, saveCustomer } from '../db/billing-accounts';
import type { Database } from '../db/client';
import { anonymizeDeletedEvents, loadEventsToErase, purgeAccount, purgeEvent } from '../db/purge';
import { countWaitingDays, loadWaitingDays } from '../db/usage-days';
import type { AccountState } from '../rpc/identity';
import { logError } from '../observability/log';
import type { Outcome } from './job';
import type { HubDeps } from './deps';

/** Active days that one task of the queue sends. A call that goes first waits for at most one such task. */
const DAYS_PER_STEP = 10;
/**
 * Active days that one run sends. Even with slow calls, a run must end within an alarm's 15 minutes
 * (developers.cloudflare.com/workers/platform/limits).
 */
const DAYS_PER_RUN = 100;
/** Rooms that are erased at the same time. */
const ROOMS_AT_ONCE = 10;

/**
 * Makes rooms and Stripe match what D1 says about the account, and returns whether work is left. Each step finds out by
 * itself what is missing, so a run can stop anywhere. A failed step does not stop the others.
 */
export const reconcileAccount = (ports: HubDeps, userId: string): Promise<Outcome> =>
  runStep('account', userId, () => reconcileParts(ports, userId));

async function reconcileParts(ports: HubDeps, userId: string): Promise<Outcome> {
  const account = await loadBillingAccount(ports.db, userId);
  const deleted = !account ? 'done' : account.deletedAt !== null ? await reconcileDeleted(ports, account) : null;
  if (deleted === 'done') ports.emptyStorage();
  if (deleted !== null) return deleted;
  const { billing } = ports;
  // Rooms come first, because they can deliver active days that must be sent.
  const rooms = await runStep('rooms', userId, () => eraseRooms(ports, userId));
  const bill = billing && (await runStep('billing', userId, () => reconcileLive(ports, billing, userId)));
  await anonymizeDeletedEvents(ports.db, { ownerId: userId, now: Date.now(), isBillingOn: billing !== null });
  return worst([rooms, bill ?? 'done']);
}

const worst = (outcomes: readonly Outcome[]): Outcome =>
  outcomes.find((outcome) => outcome === 'again') ?? outcomes.find((outcome) => outcome === 'more') ?? 'done';

async function runStep(what: string, userId: string, work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    logFailure(`billing_job.${what}`, error, { userId });
    return 'again';
  }
}

/** Erases the rooms of deleted events once their active days are recorded in D1. */
async function eraseRooms({ db, eraseRoom }: HubDeps, userId: string): Promise<Outcome> {
  const rooms = await loadEventsToErase(db, userId);
  let outcome: Outcome = 'done';
  for (let i = 0; i < rooms.length; i += ROOMS_AT_ONCE) {
    const erased = await Promise.all(
      rooms.slice(i, i + ROOMS_AT_ONCE).map((room) =>
        runStep('room', userId, async () => {
          // An event that nobody has opened has no room.
          if (room.isOpened && !(await eraseRoom(room)).ok) return 'again';
          await purgeEvent(db, room.eventId, Date.now());
          return 'done';
        }),
      ),
    );
    outcome = worst([outcome, ...erased]);
  }
  return outcome;
}

async function reconcileLive(ports: HubDeps, billing: Billing, userId: string): Promise<Outcome> {
  const changed = await withLiveAccount(ports, userId, async (account) => {
    const customerId = await ensureCustomer(billing, account);
    const found = await refresh(billing, account, customerId);
    const isNew = found.subscription === undefined && account.subscriptionStatus === null;
    return isNew ? (await subscribe(billing, account, customerId, found.all)).account : found.account;
  });
  await (changed ? ports.announceAccount(changed) : ports.announceIfNewer(userId));
  const details = await runStep('details', userId, async () => {
    await withLiveAccount(ports, userId, async (account) => {
      if (account.stripeCustomerId !== null) await mirrorDetails(billing, account, account.stripeCustomerId);
    });
    return 'done';
  });
  return worst([details, await sendWaitingUsage(ports, billing, userId, takesUsage)]);
}

/**
 * Runs `step` as one task of the queue, with the account as D1 has it at that moment; does nothing if the account was
 * deleted in the meantime.
 */
function withLiveAccount<T>(
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

/** Sends the active days that wait in D1 to Stripe, as long as `takes` accepts the subscription. */
async function sendWaitingUsage(ports: HubDeps, billing: Billing, userId: string, takes: TakesUsage): Promise<Outcome> {
  let left = 0;
  for (let tried = 0; tried < DAYS_PER_RUN; tried += DAYS_PER_STEP) {
    const { outcome, account: changed } = await ports.queue.run(async () => {
      const step = await usageStep(ports.db, billing, { userId, takes, skip: left });
      left += step.left;
      return step;
    });
    if (changed) await ports.announceAccount(changed);
    if (outcome !== 'more') return worst([outcome, left > 0 ? 'again' : 'done']);
  }
  return 'more';
}

interface UsageStep {
  /** `more`: the step sent days, and more days can follow. */
  outcome: Outcome;
  /** How many of the step's days could not be sent now. */
  left: number;
  account: AccountState | undefined;
}

async function usageStep(
  db: Database,
  billing: Billing,
  { userId, takes, skip }: { userId: string; takes: TakesUsage; skip: number },
): Promise<UsageStep> {
  const days = await loadWaitingDays(db, userId, { limit: DAYS_PER_STEP, skip });
  const account = days.length > 0 ? await loadBillingAccount(db, userId) : undefined;
  if (!account?.stripeCustomerId) return { outcome: 'done', left: 0, account: undefined };
  const customerId = account.stripeCustomerId;
  const { subscription, account: changed } = await refresh(billing, account, customerId);
  if (!subscription || !takes(subscription)) {
    // The trial has ended in D1 and ends at Stripe in a moment, so the job runs again. In every other state the job
    // waits for a message from Stripe.
    return { outcome: subscription?.status === 'trialing' ? 'again' : 'done', left: 0, account: changed };
  }
  return {
    outcome: 'more',
    left: await sendUsage(billing, { userId, customerId, subscription }, days),
    account: changed,
  };
}

/**
 * Erases the rooms first, because they can hold active days; then closes the bill; then deletes what is left of the
 * account in D1.
 */
async function reconcileDeleted(ports: HubDeps, account: BillingAccount): Promise<Outcome> {
  const { db, billing } = ports;
  const { userId } = account;
  const rooms = await runStep('rooms', userId, () => eraseRooms(ports, userId));
  const bill = await runStep('closing', userId, () => closeBill(ports, billing, account, rooms === 'done'));
  const outcome = worst([rooms, bill]);
  if (outcome !== 'done') return outcome;
  const unbilled = await countWaitingDays(db, userId);
  if (unbilled > 0) logError('billing_job.closing', 'days that nobody can be billed for', { userId, days: unbilled });
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
    // While billing is off, an account with open bills is kept, so that the bills can be closed when billing is turned
    // on again.
    return account.stripeCustomerId === null && (await countWaitingDays(db, userId)) === 0 ? 'done' : 'again';
  }
  const customerId = await queue.run(() => findLastCustomer(billing, account));
  if (customerId === undefined) return mayStillBeFound(account, Date.now()) ? 'again' : 'done';
  if (account.stripeCustomerId === null) await saveCustomer(db, userId, customerId);
  const usage = await runStep('usage', userId, () => sendWaitingUsage(ports, billing, userId, canBillLastUsage));
  // The Stripe customer is not closed while a day could still be sent.
  if (usage !== 'done') return usage;
  if (!isLast) return 'again';
  return (await queue.run(() => closeCustomer(billing, account, customerId))) ? 'done' : 'again';
}
