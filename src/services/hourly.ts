import { lt } from 'drizzle-orm';
import { sessions, passwordResets, attempts, providerEvents } from '../db/schema';
import { logError } from '../observability/log';
import { HOUR_MS, PROVIDER_EVENT_RETENTION_MS } from '../shared/limits';
import { forgottenBefore } from './attempts/check';
import type { ServiceContext } from './context';
import { countAccountsNeedingCleanup, loadAccountsNeedingCleanup } from '../db/accounts-needing-cleanup';
import { anonymizeDeletedEvents } from '../db/purge';
import type { HubApi } from '../rpc/contract';

/**
 * Deletes from D1 what is of no use any more: expired sessions and links, attempts that no limit counts, old news from
 * Stripe. Runs once an hour, because the writers of these rows, which also delete, may not come for long. Never
 * rejects.
 */
export async function forgetExpired({ db, now }: Pick<ServiceContext, 'db' | 'now'>): Promise<void> {
  const at = now();
  try {
    await db.batch([
      db.delete(sessions).where(lt(sessions.expiresAt, at)),
      db.delete(passwordResets).where(lt(passwordResets.expiresAt, at)),
      db.delete(attempts).where(lt(attempts.sliceStartsAt, forgottenBefore(at))),
      db.delete(providerEvents).where(lt(providerEvents.receivedAt, at - PROVIDER_EVENT_RETENTION_MS)),
    ]);
  } catch (error) {
    logError('retention', error);
  }
}

/** Hubs that are asked in an hour, and at the same time. */
const ACCOUNTS_PER_RUN = 100;
const ACCOUNTS_AT_ONCE = 10;
interface Rounds extends Pick<ServiceContext, 'db' | 'isBillingOn' | 'now'> {
  hub: (userId: string) => Pick<HubApi, 'settle'>;
}

/**
 * Reminds the hubs of accounts with unfinished background work, in case they never heard of it: once an hour. If there
 * are more than a hundred, the next hour takes the next ones, so that accounts that cannot be finished do not block
 * others.
 */
export async function remindAccountHubs({ db, hub, isBillingOn, now }: Rounds): Promise<void> {
  await anonymizeDeletedEvents(db, { now: now(), isBillingOn });
  const runs = Math.max(1, Math.ceil((await countAccountsNeedingCleanup(db, isBillingOn)) / ACCOUNTS_PER_RUN));
  const skip = (Math.floor(now() / HOUR_MS) % runs) * ACCOUNTS_PER_RUN;
  const userIds = await loadAccountsNeedingCleanup(db, isBillingOn, { limit: ACCOUNTS_PER_RUN, skip });
  for (let i = 0; i < userIds.length; i += ACCOUNTS_AT_ONCE) {
    await Promise.all(
      userIds.slice(i, i + ACCOUNTS_AT_ONCE).map(async (userId) => {
        try {
          await hub(userId).settle(userId, { isReminder: true });
        } catch (error) {
          logError('settle.left_behind', error, { userId });
        }
      }),
    );
  }
}
