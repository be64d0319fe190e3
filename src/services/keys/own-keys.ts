import { and, asc, count, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { newId, sha256Hex } from '../../crypto/ids';
import type { Database } from '../../db/client';
import { loadEventNames } from '../../db/definitions';
import { apiKeys, events, users } from '../../db/schema';
import { selectedRow } from '../../db/selected-row';
import { isPresentAccount } from '../../db/present';
import { readRange } from '../../http/address-range';
import { orInvalidInput } from '../../http/input';
import { AppError } from '../../shared/errors';
import {
  type ApiKey,
  type CreatedApiKey,
  KEY_SCOPES,
  type NewApiKey,
  NewApiKeySchema,
} from '../../shared/keys/schemas';
import { DAY_MS } from '../../shared/durations';
import { API_KEY_DAYS_MAX, API_KEYS_MAX } from '../../shared/keys/limits';
import { message } from '../../shared/messages/message';
import { serviceTexts } from '../../shared/messages/service-texts';
import type { Unchecked } from '../../shared/rules/checked';
import { checkKeyName } from '../../shared/rules/names';
import { isoTime, isoTimeOrNull } from '../../time/iso-time';
import { requireOwnEvent } from '../access/event';
import type { ConfirmedAdmin } from '../access/session';
import { API_KEYS_PER_ACCOUNT } from '../attempts/limits';
import { countAttempt } from '../attempts/record';
import { noteEnded } from '../backups/ended';
import { tellHub } from '../call-room';
import type { AdminSession, ServiceContext } from '../context';
import { forgetKey, keySessionId } from './authenticate';
import { hintOf, newApiKey } from './key-text';

/** How many keys a list has: all that are in force, then those that ended last. */
const LISTED_MAX = 100;

const TOO_MANY = message(serviceTexts, 'too_many_keys', API_KEYS_MAX);
const FIELDS_INVALID = message(serviceTexts, 'key_fields_invalid', API_KEY_DAYS_MAX);
const ADDRESSES_INVALID = message(serviceTexts, 'key_addresses_invalid');

/** Which keys of an account are read, and when, epoch ms. */
interface KeyRead {
  ownerId: string;
  now: number;
  /** Only this one; all if it is missing. */
  keyId?: string;
  limit?: number;
}

/** Reads the keys of an account, without their hashes: first those that nobody has revoked, newest first. */
export async function loadApiKeys(db: Database, { ownerId, now, keyId, limit = -1 }: KeyRead): Promise<ApiKey[]> {
  const rows = await db
    .select({
      keyId: apiKeys.keyId,
      name: apiKeys.name,
      hint: apiKeys.hint,
      scopes: apiKeys.scopes,
      eventId: apiKeys.eventId,
      eventName: events.eventName,
      addresses: apiKeys.addresses,
      createdAt: apiKeys.createdAt,
      expiresAt: apiKeys.expiresAt,
      revokedAt: apiKeys.revokedAt,
      lastUsedAt: apiKeys.lastUsedAt,
      previousEndsAt: apiKeys.previousEndsAt,
    })
    .from(apiKeys)
    .leftJoin(events, eq(events.eventId, apiKeys.eventId))
    .where(and(eq(apiKeys.ownerId, ownerId), keyId === undefined ? undefined : eq(apiKeys.keyId, keyId)))
    .orderBy(asc(sql`${apiKeys.revokedAt} IS NOT NULL`), desc(apiKeys.createdAt))
    .limit(limit);
  return rows.map(({ createdAt, expiresAt, revokedAt, lastUsedAt, previousEndsAt, ...row }) => ({
    ...row,
    createdAt: isoTime(createdAt),
    expiresAt: isoTime(expiresAt),
    revokedAt: isoTimeOrNull(revokedAt),
    lastUsedAt: isoTimeOrNull(lastUsedAt),
    overlapEndsAt:
      previousEndsAt !== null && previousEndsAt > now ? isoTime(Math.min(previousEndsAt, expiresAt)) : null,
  }));
}

/** Returns the account's keys, also those that have ended in the last months. */
export const listApiKeys = ({ db, now }: ServiceContext, { identity }: AdminSession): Promise<ApiKey[]> =>
  loadApiKeys(db, { ownerId: identity.userId, now: now(), limit: LISTED_MAX });

function readFields({ scopes, eventId, addresses, days }: Unchecked<NewApiKey>) {
  const { shape } = NewApiKeySchema;
  const read = z
    .object({ scopes: shape.scopes, days: shape.days, eventId: shape.eventId })
    .safeParse({ scopes, days, eventId: eventId ?? null });
  if (!read.success) throw new AppError('invalid_input', FIELDS_INVALID);
  const given = shape.addresses.safeParse(addresses ?? null);
  if (!given.success) throw new AppError('invalid_input', ADDRESSES_INVALID);
  const ranges = given.data?.map(readRange) ?? null;
  const known = ranges?.filter((range) => range !== null) ?? null;
  if (known?.length !== ranges?.length) throw new AppError('invalid_input', ADDRESSES_INVALID);
  return { ...read.data, scopes: KEY_SCOPES.filter((scope) => read.data.scopes.includes(scope)), addresses: known };
}

/** Inserts a key. The same statement checks the limit, so that simultaneous calls cannot exceed it. */
function insertKey({ db, now }: ServiceContext, row: typeof apiKeys.$inferInsert) {
  const inForce = db
    .select({ total: count() })
    .from(apiKeys)
    .where(and(eq(apiKeys.ownerId, row.ownerId), isNull(apiKeys.revokedAt), gt(apiKeys.expiresAt, now())));
  const values = db
    .select(selectedRow(apiKeys, { ...row, ownerId: users.userId }))
    .from(users)
    .where(and(isPresentAccount(row.ownerId), sql`(${inForce}) < ${API_KEYS_MAX}`));
  return db.insert(apiKeys).select(values).returning({ keyId: apiKeys.keyId });
}

async function nameOfEvent(ctx: ServiceContext, eventId: string): Promise<string | null> {
  await requireOwnEvent(ctx, eventId);
  return (await loadEventNames(ctx.db, [eventId])).get(eventId) ?? null;
}

/**
 * Creates a key. It is returned only here. A session that somebody left unlocked must not become a key for years, so a
 * recent confirmation is required. Throws a 404 for an event that is not the account's own.
 */
export async function createApiKey(
  ctx: ServiceContext,
  { identity }: ConfirmedAdmin,
  input: Unchecked<NewApiKey>,
): Promise<CreatedApiKey> {
  const ownerId = identity.userId;
  const name = orInvalidInput(checkKeyName(input.name));
  const { scopes, eventId, addresses, days } = readFields(input);
  const eventName = eventId === null ? null : await nameOfEvent(ctx, eventId);
  await countAttempt(ctx, [{ key: `keys:account:${ownerId}`, limit: API_KEYS_PER_ACCOUNT }]);
  const [keyId, key, createdAt] = [newId(), await newApiKey(), ctx.now()];
  const [hint, expiresAt] = [hintOf(key), createdAt + days * DAY_MS];
  const about = { keyId, name, hint, scopes, eventId, addresses };
  const keyHash = await sha256Hex(key);
  const inserted = await insertKey(ctx, {
    ...about,
    ownerId,
    keyHash,
    createdAt,
    expiresAt,
    madeBy: identity.personId,
  });
  if (inserted.length === 0) throw new AppError('limit_reached', TOO_MANY);
  const times = { createdAt: isoTime(createdAt), expiresAt: isoTime(expiresAt), revokedAt: null, lastUsedAt: null };
  return { ...about, eventName, ...times, overlapEndsAt: null, key };
}

/**
 * Revokes a key: within a second it opens nothing any more, and its streams end. Throws a 404 if the account has no such
 * key.
 */
export async function revokeApiKey(ctx: ServiceContext, { identity }: AdminSession, keyId: string): Promise<void> {
  const own = and(eq(apiKeys.keyId, keyId), eq(apiKeys.ownerId, identity.userId));
  const found = await ctx.db
    .select({ keyHash: apiKeys.keyHash, previousHash: apiKeys.previousHash, revokedAt: apiKeys.revokedAt })
    .from(apiKeys)
    .where(own)
    .get();
  if (!found) throw new AppError('not_found');
  if (found.revokedAt === null) await ctx.db.update(apiKeys).set({ revokedAt: ctx.now() }).where(own);
  forgetKey(found.keyHash, found.previousHash);
  await noteEnded(ctx, keyId);
  endKeyTexts(ctx, identity.userId, keyId, [found.keyHash, found.previousHash]);
}

/** Ends the streams that these texts of a key have opened. A room that does not answer keeps nobody waiting. */
export function endKeyTexts(
  ctx: ServiceContext,
  ownerId: string,
  keyId: string,
  hashes: readonly (string | null)[],
): void {
  const ended = hashes.filter((hash) => hash !== null).map((hash) => keySessionId(keyId, hash));
  if (ended.length > 0) ctx.afterAnswer(() => tellHub(ctx, 'end key', ownerId, (hub) => hub.endSessions(ended)));
}
