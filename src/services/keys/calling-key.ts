import { eq } from 'drizzle-orm';
import { sha256Hex } from '../../crypto/ids';
import { apiKeys } from '../../db/schema';
import { AppError } from '../../shared/errors';
import type { CallingKey } from '../../shared/keys/schemas';
import { message } from '../../shared/messages/message';
import { serviceTexts } from '../../shared/messages/service-texts';
import { requireSession } from '../access/session';
import type { ServiceContext } from '../context';
import { loadApiKeys } from './own-keys';

/** The access of an API key to what it may read about itself. */
export interface CallingKeyAccess {
  keyId: string;
  ownerId: string;
}

const KEYS_ALONE = message(serviceTexts, 'keys_alone');

/** Checks that an API key makes the call. Throws a 401 for a guest, and a 403 for everybody else. */
export function requireCallingKey(ctx: ServiceContext): CallingKeyAccess {
  const { key, identity } = requireSession(ctx);
  if (key === undefined || identity.type !== 'member') throw new AppError('forbidden', KEYS_ALONE);
  return { keyId: key.keyId, ownerId: identity.userId };
}

/** Returns what a key may know about itself: never its text. */
export async function readCallingKey(
  { db, now, apiKey }: ServiceContext,
  { keyId, ownerId }: CallingKeyAccess,
): Promise<CallingKey> {
  const [[found], stored] = await Promise.all([
    loadApiKeys(db, { ownerId, now: now(), keyId }),
    db.select({ keyHash: apiKeys.keyHash }).from(apiKeys).where(eq(apiKeys.keyId, keyId)).get(),
  ]);
  if (found === undefined) throw new AppError('unauthenticated');
  const { revokedAt: _revokedAt, lastUsedAt: _lastUsedAt, ...about } = found;
  return { ...about, isOldText: stored?.keyHash !== (await sha256Hex(apiKey ?? '')) };
}
