import { lt } from 'drizzle-orm';
import { attempts, passwordResets, providerEvents, sessions } from '../../db/schema';
import { logError } from '../../observability/log';
import { PROVIDER_EVENT_RETENTION_MS } from '../../shared/limits';
import { forgottenBefore } from '../attempts/check';
import type { ServiceContext } from '../context';

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
