import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import { RateLimit } from '../../concurrency/rate-limit';
import { sha256Hex } from '../../crypto/ids';
import { accountAddress, accountColumns, toAccountState } from '../../db/accounts';
import { apiKeys, users } from '../../db/schema';
import { isPresentAccount } from '../../db/present';
import { isInRanges } from '../../http/address-range';
import { AppError } from '../../shared/errors';
import type { KeyScope } from '../../shared/keys/schemas';
import { KEY_USE_NOTED_MS } from '../../shared/keys/limits';
import { message } from '../../shared/messages/message';
import { serviceTexts } from '../../shared/messages/service-texts';
import { byAddress, checkOften } from '../attempts/check';
import { FAILED_KEYS_PER_ADDRESS } from '../attempts/limits';
import { recordAttempt } from '../attempts/record';
import type { MemberSession, ServiceContext } from '../context';
import { InForce } from '../trust/in-force';
import { isApiKey } from './key-text';

/** How many calls a key can make in a second, counted in each isolate. Sources that count have limits of their own. */
const CALLS_PER_SECOND = 50;
const calls = new RateLimit(CALLS_PER_SECOND, 1000);

const KEY_INVALID = message(serviceTexts, 'key_invalid');
const KEY_NOT_ENOUGH = message(serviceTexts, 'key_not_enough');
const KEY_FROM_ELSEWHERE = message(serviceTexts, 'key_from_elsewhere');

/** How many digits of the hash tell the texts of a key apart. */
const TEXT_DIGITS = 16;

/**
 * The id under which rooms and hubs know the sessions of a key's calls. A key that was renewed has two texts, of which one can
 * end alone.
 */
export const keySessionId = (keyId: string, keyHash: string): string => `key:${keyId}:${keyHash.slice(0, TEXT_DIGITS)}`;

/** Whether the hash is that of the key's text, or of the one before its renewal, which is valid for a while, too. */
const hasText = (keyHash: string) => or(eq(apiKeys.keyHash, keyHash), eq(apiKeys.previousHash, keyHash));

/** When the text with this hash ends: with the key, or the one before its renewal earlier. */
const endOfText = (keyHash: string) =>
  sql<number>`CASE WHEN ${apiKeys.keyHash} = ${keyHash} THEN ${apiKeys.expiresAt}
    ELSE min(${apiKeys.expiresAt}, ${apiKeys.previousEndsAt}) END`;

const findKey = ({ db, now }: ServiceContext, keyHash: string) =>
  db
    .select({
      ...accountColumns,
      keyId: apiKeys.keyId,
      name: apiKeys.name,
      eventId: apiKeys.eventId,
      scopes: apiKeys.scopes,
      addresses: apiKeys.addresses,
      expiresAt: endOfText(keyHash),
      lastUsedAt: apiKeys.lastUsedAt,
      userId: users.userId,
      email: accountAddress.as('account_address'),
    })
    .from(apiKeys)
    .innerJoin(users, isPresentAccount(apiKeys.ownerId))
    .where(and(hasText(keyHash), isNull(apiKeys.revokedAt), gt(apiKeys.expiresAt, now())))
    .get();

type KeyRow = NonNullable<Awaited<ReturnType<typeof findKey>>>;

/** Whether the text of the calling key still opens calls: nobody has revoked the key, and neither it nor this text has expired. */
export async function isCallingKeyInForce(ctx: ServiceContext): Promise<boolean> {
  const found = await findKey(ctx, await sha256Hex(ctx.apiKey ?? ''));
  return found !== undefined && found.expiresAt > ctx.now();
}

/** Keys by their hash. */
const known = new InForce<KeyRow>('key');

/** Removes the texts of a key from memory that this isolate has just revoked or renewed. */
export function forgetKey(...keyHashes: readonly (string | null)[]): void {
  for (const keyHash of keyHashes) if (keyHash !== null) known.forget(keyHash);
}

/**
 * Counts a failure for the caller's address, apart from failed logins: a turnstile whose key has expired must not keep
 * the staff from logging in. Keys that are right never wait for that limit.
 */
async function refuseUnknown(ctx: ServiceContext): Promise<never> {
  const counted = byAddress(ctx, 'key', FAILED_KEYS_PER_ADDRESS);
  await checkOften(ctx, counted);
  await recordAttempt(ctx, counted);
  throw new AppError('unauthenticated', KEY_INVALID);
}

/** Notes the time of a key's use after the answer, at most once within KEY_USE_NOTED_MS. */
function noteUse(ctx: ServiceContext, row: KeyRow): void {
  const lastUsedAt = ctx.now();
  const before = lastUsedAt - KEY_USE_NOTED_MS;
  if (row.lastUsedAt !== null && row.lastUsedAt > before) return;
  row.lastUsedAt = lastUsedAt;
  ctx.afterAnswer(async () => {
    await ctx.db
      .update(apiKeys)
      .set({ lastUsedAt })
      .where(and(eq(apiKeys.keyId, row.keyId), or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, before))));
  });
}

/** The scope that a call needs; null if no key opens it, and `any` if each does. */
export type NeededScope = KeyScope | 'any' | null;

/**
 * Returns the session of one call that is made with an API key; it is stored nowhere. Throws a 401 for a key that does
 * not exist, has expired or was revoked, a 403 from an address outside its ranges, and without the scope that the call
 * needs. Throws a 429 after too many calls.
 */
export async function authenticateKey(ctx: ServiceContext, apiKey: string, scope: NeededScope): Promise<MemberSession> {
  const keyHash = await sha256Hex(apiKey);
  const row = (await isApiKey(apiKey)) ? await known.find(ctx, keyHash, () => findKey(ctx, keyHash)) : null;
  const now = ctx.now();
  if (row === null || row.expiresAt <= now) return await refuseUnknown(ctx);
  const { keyId, name, eventId, addresses, scopes, userId, email } = row;
  if (addresses !== null && !isInRanges(ctx.clientAddress, addresses))
    throw new AppError('forbidden', KEY_FROM_ELSEWHERE);
  if (scope === null) throw new AppError('forbidden', KEY_NOT_ENOUGH);
  if (scope !== 'any' && !scopes.includes(scope))
    throw new AppError('forbidden', message(serviceTexts, 'key_scope_missing', scope));
  if (scope !== 'count' && !calls.take(keyId, now)) throw new AppError('too_fast', undefined, { retryAfterS: 1 });
  noteUse(ctx, row);
  return {
    sessionId: keySessionId(keyId, keyHash),
    identity: { type: 'member', userId, personId: userId, email, role: 'manager', eventIds: null, isElsewhere: false },
    account: toAccountState(row, now),
    key: { keyId, name, eventId },
  };
}
