import * as z from 'zod/mini';

/**
 * The seals of an event's closed business days (docs/decisions/0036). Times are ISO 8601 in UTC; days are YYYY-MM-DD.
 */

const Int = z.int();
const Text = z.string();
/** A SHA-256 in hex. */
const HashSchema = z.string().check(z.regex(/^[0-9a-f]{64}$/));

const SealedFileSchema = z.strictObject({ name: Text, bytes: Int, sha256: HashSchema });
export type SealedFile = z.infer<typeof SealedFileSchema>;

/**
 * What the day's files are made of. A later release makes the same bytes from it again, and a checker needs no lists of its
 * own: a new language, column, table, actor or kind of entry is no new version.
 */
const SealContentsSchema = z.strictObject({
  /** Each has a file report.<language>.html. */
  languages: z.array(Text),
  /** The columns of ledger.csv, of journal.csv, and of each table of the report, in order. */
  tables: z.record(Text, z.array(Text)),
  /** How journal.csv calls those who acted on the day, by who they were. */
  actors: z.record(Text, Text),
  /** The kinds of entries in journal.csv, sorted. */
  kinds: z.array(Text),
});
export type SealContents = z.infer<typeof SealContentsSchema>;

/** The version of the seals that this release makes and reads. */
export const SEAL_VERSION = 1;

/**
 * The manifest of one revision of a closed day. Its canonical form (RFC 8785) is what is hashed and signed. The format is
 * frozen: old seals must stay checkable. What may change from day to day is in `contents`.
 */
export const SealSchema = z.strictObject({
  format: z.literal('headroom-seal'),
  version: z.literal(SEAL_VERSION),
  /** The link's number in the event's chain, from 1. */
  seq: Int,
  /** The fingerprint of the link before; null for the first one. */
  prev: z.nullable(HashSchema),
  eventId: Text,
  /** The event's name when the day was sealed. */
  eventName: Text,
  timeZone: Text,
  day: Text,
  revision: Int,
  startsAt: Text,
  endsAt: Text,
  /** When the day's report was stored. */
  closedAt: Text,
  sealedAt: Text,
  /** The ledger and the journal up to these ids are sealed; null for a ledger that was already deleted. */
  ledgerUpTo: z.nullable(Int),
  journalUpTo: Int,
  contents: SealContentsSchema,
  files: z.array(SealedFileSchema),
  /** The key that signs this link; null for a link without a signature. */
  kid: z.nullable(Text),
});
export type Seal = z.infer<typeof SealSchema>;

/** A seal in a pack: with its fingerprint (SHA-256 of its canonical form) and its Ed25519 signature in base64url. */
export const SealLinkSchema = z.strictObject({
  fingerprint: HashSchema,
  signature: z.nullable(Text),
  seal: SealSchema,
});
export type SealLink = z.infer<typeof SealLinkSchema>;

/** The file seals.json of a pack: the chain from its first link up to the newest one of the pack's days. */
export const SealChainSchema = z.strictObject({
  format: z.literal('headroom-seals'),
  version: z.literal(1),
  links: z.array(SealLinkSchema),
});
export type SealChain = z.infer<typeof SealChainSchema>;

/** A public key as a JWK (RFC 8037). `kid` is its thumbprint (RFC 7638). */
export const EvidenceKeySchema = z.strictObject({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: Text,
  kid: Text,
  use: z.literal('sig'),
  alg: z.literal('EdDSA'),
});
export type EvidenceKey = z.infer<typeof EvidenceKeySchema>;

/** The answer of GET /api/evidence-keys, and the file keys.json of a pack: the present key first, then retired ones. */
export const EvidenceKeysSchema = z.object({ keys: z.array(EvidenceKeySchema) });
export type EvidenceKeys = z.infer<typeof EvidenceKeysSchema>;

/** A seal in a list. */
export const ListedSealSchema = z.object({
  seq: Int,
  day: Text,
  revision: Int,
  /** When the day ended. */
  endsAt: Text,
  sealedAt: Text,
  fingerprint: HashSchema,
  /** The id of the key that signed the link; null for a link without a signature. */
  keyId: z.nullable(Text),
});

/** The answer of GET /api/events/{eventId}/seals, newest link first. `next` is the `after` of the next page. */
export const SealListSchema = z.object({
  seals: z.array(ListedSealSchema),
  next: z.optional(z.string()),
});
export type SealList = z.infer<typeof SealListSchema>;
