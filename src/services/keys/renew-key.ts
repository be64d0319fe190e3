import { and, eq, gt, isNull } from 'drizzle-orm';
import { sha256Hex } from '../../crypto/ids';
import { apiKeys } from '../../db/schema';
import { isManager } from '../../db/owners';
import { AppError } from '../../shared/errors';
import { type CreatedApiKey, type KeyRenewal, KeyRenewalSchema } from '../../shared/keys/schemas';
import { DAY_MS } from '../../shared/durations';
import { API_KEY_DAYS_MAX, KEY_OVERLAP_DAYS, KEY_OVERLAP_DAYS_MAX } from '../../shared/keys/limits';
import { message } from '../../shared/messages/message';
import { serviceTexts } from '../../shared/messages/service-texts';
import type { Unchecked } from '../../shared/rules/checked';
import { parse } from '../../http/input';
import type { ConfirmedAdmin } from '../access/session';
import { API_KEYS_PER_ACCOUNT } from '../attempts/limits';
import { countAttempt } from '../attempts/record';
import type { ServiceContext } from '../context';
import { forgetKey } from './authenticate';
import { hintOf, newApiKey } from './key-text';
import { endKeyTexts, loadApiKeys } from './own-keys';

const FIELDS_INVALID = message(serviceTexts, 'key_renewal_invalid', API_KEY_DAYS_MAX, KEY_OVERLAP_DAYS_MAX);
const ENDED = message(serviceTexts, 'key_ended');

/**
 * Gives a key a new text and a new expiry. Its id stays, and with it scopes, events and machines. The text that it had is
 * valid for `overlapDays` more; one before that ends now, as a revoked key
 * does. Throws a 404 if the account has no such key, and a 400 for a key that has ended.
 */
export async function renewApiKey(
  ctx: ServiceContext,
  { identity }: ConfirmedAdmin,
  keyId: string,
  input: Unchecked<KeyRenewal>,
): Promise<CreatedApiKey> {
  const ownerId = identity.userId;
  const { days, overlapDays = KEY_OVERLAP_DAYS } = parse(KeyRenewalSchema, input, FIELDS_INVALID);
  await countAttempt(ctx, [{ key: `keys:account:${ownerId}`, limit: API_KEYS_PER_ACCOUNT }]);
  const now = ctx.now();
  const own = and(eq(apiKeys.keyId, keyId), eq(apiKeys.ownerId, ownerId));
  const { keyHash, previousHash } = apiKeys;
  const found = await ctx.db.select({ keyHash, previousHash }).from(apiKeys).where(own).get();
  if (!found) throw new AppError('not_found');
  const key = await newApiKey();
  const renewed = await ctx.db
    .update(apiKeys)
    .set({
      keyHash: await sha256Hex(key),
      hint: hintOf(key),
      expiresAt: now + days * DAY_MS,
      previousHash: overlapDays === 0 ? null : found.keyHash,
      previousEndsAt: overlapDays === 0 ? null : now + overlapDays * DAY_MS,
      // The person who has seen the new text has it.
      madeBy: identity.personId,
    })
    // Of two renewals at once, the second one would drop the text of the first, which nobody has used yet.
    .where(
      and(
        own,
        eq(keyHash, found.keyHash),
        isNull(apiKeys.revokedAt),
        gt(apiKeys.expiresAt, now),
        isManager(ctx.db, ownerId, identity.personId),
      ),
    )
    .returning({ keyId: apiKeys.keyId });
  if (renewed.length === 0) throw new AppError('invalid_input', ENDED);
  forgetKey(found.keyHash, found.previousHash);
  endKeyTexts(ctx, ownerId, keyId, [overlapDays === 0 ? found.keyHash : null, found.previousHash]);
  const [about] = await loadApiKeys(ctx.db, { ownerId, now, keyId });
  if (about === undefined) throw new AppError('not_found');
  return { ...about, key };
}
