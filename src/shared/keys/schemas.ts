import * as z from 'zod/mini';
import { API_KEY_ADDRESSES_MAX, API_KEY_DAYS_MAX, API_KEY_NAME_MAX_LENGTH, KEY_OVERLAP_DAYS_MAX } from './limits';

/** The bodies and answers of the calls about API keys. Times are ISO 8601 in UTC. */

/**
 * What a key opens: `read` numbers and reports, `count` the reporting of counts, `manage` changes of events, areas and
 * orders. None contains another.
 */
export const KEY_SCOPES = ['read', 'count', 'manage'] as const;
const KeyScopeSchema = z.enum(KEY_SCOPES);
export type KeyScope = z.infer<typeof KeyScopeSchema>;

/** The longest address range as text: an IPv6 address of 45 characters with its prefix. */
const ADDRESS_MAX_LENGTH = 49;

const Time = z.string();
const MaybeTime = z.nullable(Time);

/** An API key, as its admin sees it. The key itself is only in the answer that creates it. */
export const ApiKeySchema = z.object({
  keyId: z.string(),
  name: z.string(),
  /** The first characters of the key. */
  hint: z.string(),
  scopes: z.array(KeyScopeSchema),
  /** The only event that the key opens, with its name; null for all events of the account. */
  eventId: z.nullable(z.string()),
  eventName: z.nullable(z.string()),
  /** The address ranges from which the key may call; null for all. */
  addresses: z.nullable(z.array(z.string())),
  createdAt: Time,
  expiresAt: Time,
  revokedAt: MaybeTime,
  /** When the key was last used, to within five minutes. */
  lastUsedAt: MaybeTime,
  /** Until when the text that the key had before it was renewed is valid, too; null if there is none any more. */
  overlapEndsAt: MaybeTime,
});
export type ApiKey = z.infer<typeof ApiKeySchema>;

/** The answer of GET /api/keys. */
export const ApiKeyListSchema = z.object({ keys: z.array(ApiKeySchema) });

const DaysSchema = z.int().check(z.minimum(1), z.maximum(API_KEY_DAYS_MAX));

/** The body of POST /api/keys. A rule trims the name before it checks it. */
export const NewApiKeySchema = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(API_KEY_NAME_MAX_LENGTH)),
  scopes: z.array(KeyScopeSchema).check(z.minLength(1), z.maxLength(KEY_SCOPES.length)),
  /** The only event that the key opens; null for all events of the account. */
  eventId: z.nullable(z.string()),
  /** Addresses or address ranges (CIDR) from which the key may call; null for all. */
  addresses: z.nullable(
    z
      .array(z.string().check(z.maxLength(ADDRESS_MAX_LENGTH)))
      .check(z.minLength(1), z.maxLength(API_KEY_ADDRESSES_MAX)),
  ),
  /** For how many days the key is valid. */
  days: DaysSchema,
});
export type NewApiKey = z.infer<typeof NewApiKeySchema>;

/** The body of POST /api/keys/{keyId}/renewal. */
export const KeyRenewalSchema = z.object({
  /** For how many days the key is valid from now on. */
  days: DaysSchema,
  /** For how many days its present text stays valid; KEY_OVERLAP_DAYS if it is missing. */
  overlapDays: z.optional(z.int().check(z.minimum(0), z.maximum(KEY_OVERLAP_DAYS_MAX))),
});
export type KeyRenewal = z.infer<typeof KeyRenewalSchema>;

/** The answer of GET /api/key: what a key reads about itself. */
export const CallingKeySchema = z.extend(z.omit(ApiKeySchema, { revokedAt: true, lastUsedAt: true }), {
  /** Whether the call was made with the text that the key had before it was renewed. */
  isOldText: z.boolean(),
});
export type CallingKey = z.infer<typeof CallingKeySchema>;

/** The answer to that call. The server keeps only a hash of the key. */
export const CreatedApiKeySchema = z.extend(ApiKeySchema, { key: z.string() });
export type CreatedApiKey = z.infer<typeof CreatedApiKeySchema>;
