import { lt } from 'drizzle-orm';
import {
  sessions,
  passwordResets,
  apiKeys,
  attempts,
  auditEntries,
  inspectorLinks,
  invitations,
  memberInvitations,
  providerEvents,
} from '../db/schema';
import { tryAndLog } from '../observability/log';
import { PROVIDER_EVENT_RETENTION_MS } from '../billing/limits';
import { HOUR_MS } from '../shared/durations';
import { INSPECTOR_LINK_RETENTION_MS } from '../shared/inspections/limits';
import { API_KEY_RETENTION_MS } from '../shared/keys/limits';
import { forgottenBefore } from './attempts/check';
import { AUDIT_RETENTION_MS } from './audit/limits';
import type { ServiceContext } from './context';
import { countAccountsNeedingCleanup, loadAccountsNeedingCleanup } from '../db/accounts-needing-cleanup';
import { adoptionOfPasswords, deletionOfLeftMembers } from '../db/people';
import { anonymizeDeletedEvents } from '../db/purge';
import type { HubApi } from '../rpc/hub-api';
import { endSockets } from './sessions/end-sockets';

/**
 * Deletes rows from D1 that are no longer needed: expired sessions, reset links and invitations, attempts that no limit
 * counts, old events from Stripe, people of deleted accounts, and inspectors' links, API keys and audit entries of long ago.
 * Calls that write such rows also delete, but they may not come for a long time. Never rejects.
 */
export async function forgetExpired({ db, now }: Pick<ServiceContext, 'db' | 'now'>): Promise<void> {
  const at = now();
  await tryAndLog('retention', () =>
    db.batch([
      db.delete(sessions).where(lt(sessions.expiresAt, at)),
      db.delete(passwordResets).where(lt(passwordResets.expiresAt, at)),
      db.delete(invitations).where(lt(invitations.expiresAt, at)),
      db.delete(memberInvitations).where(lt(memberInvitations.expiresAt, at)),
      db.delete(attempts).where(lt(attempts.sliceStartsAt, forgottenBefore(at))),
      db.delete(providerEvents).where(lt(providerEvents.receivedAt, at - PROVIDER_EVENT_RETENTION_MS)),
      db.delete(apiKeys).where(lt(apiKeys.expiresAt, at - API_KEY_RETENTION_MS)),
      db.delete(inspectorLinks).where(lt(inspectorLinks.expiresAt, at - INSPECTOR_LINK_RETENTION_MS)),
      db.delete(auditEntries).where(lt(auditEntries.at, at - AUDIT_RETENTION_MS)),
      ...deletionOfLeftMembers(db),
    ]),
  );
}

/**
 * Ends the sessions that a password which the release before has changed has left in other accounts, and their sockets.
 * Never rejects.
 */
export async function endSessionsOfOldPasswords(ctx: Pick<ServiceContext, 'db' | 'hub' | 'requestId'>): Promise<void> {
  await tryAndLog('retention.passwords', async () => {
    const [ended] = await ctx.db.batch(adoptionOfPasswords(ctx.db));
    await endSockets(ctx, ended);
  });
}

/** How many hubs are reminded in an hour, and how many of them at the same time. */
const ACCOUNTS_PER_RUN = 100;
const ACCOUNTS_AT_ONCE = 10;
interface Rounds extends Pick<ServiceContext, 'db' | 'isBillingOn' | 'now'> {
  hub: (userId: string) => Pick<HubApi, 'runBilling'>;
}

/**
 * Reminds the hubs of accounts with unfinished background work, once an hour, in case they missed a call. If there are
 * more than a hundred, the next hour takes the next hundred, so that accounts whose work keeps failing do not block
 * others. Never rejects.
 */
export async function remindAccountHubs({ db, hub, isBillingOn, now }: Rounds): Promise<void> {
  await tryAndLog('retention.events', () => anonymizeDeletedEvents(db, { now: now(), isBillingOn }));
  await tryAndLog('billing_job.reminders', () => remind({ db, hub, isBillingOn, now }));
}

async function remind({ db, hub, isBillingOn, now }: Rounds): Promise<void> {
  const runs = Math.max(1, Math.ceil((await countAccountsNeedingCleanup(db, isBillingOn)) / ACCOUNTS_PER_RUN));
  const skip = (Math.floor(now() / HOUR_MS) % runs) * ACCOUNTS_PER_RUN;
  const userIds = await loadAccountsNeedingCleanup(db, isBillingOn, { limit: ACCOUNTS_PER_RUN, skip });
  for (let i = 0; i < userIds.length; i += ACCOUNTS_AT_ONCE) {
    await Promise.all(
      userIds
        .slice(i, i + ACCOUNTS_AT_ONCE)
        .map((userId) =>
          tryAndLog('billing_job.left_behind', () => hub(userId).runBilling(userId, { isReminder: true }), { userId }),
        ),
    );
  }
}
