import * as z from 'zod/mini';
import { KEY_SCOPES } from '../../shared/keys/schemas';
import { OwnedEventSchema } from '../operator/schemas';

/** One page of the files in the bucket. */
export const BackupListSchema = z.object({
  backups: z.array(
    z.object({
      key: z.string(),
      /** In bytes. */
      size: z.int(),
      /** When the file was written, ISO 8601. */
      writtenAt: z.string(),
    }),
  ),
  /** The key to pass as `after` for the next page; null after the last page. */
  next: z.nullable(z.string()),
});
export type BackupList = z.infer<typeof BackupListSchema>;

/** The body of POST /api/operator/backups/restore. */
export const DatabaseRestoreSchema = z.object({
  /** The key of a database file. */
  key: z.string(),
});

export const DatabaseRestoredSchema = z.object({
  accounts: z.int(),
  /** The events that have no file. They begin at 0. */
  events: z.int(),
  /** The events that have a file. They exist once their files are imported. */
  awaited: z.int(),
  /** The mail addresses whose holders were asked again whether they want alerts. */
  asked: z.int(),
  /** The mail addresses that could not be asked: no mail goes there until an admin adds them again. */
  notAsked: z.int(),
});
export type DatabaseRestored = z.infer<typeof DatabaseRestoredSchema>;

/** One page of the API keys that a restore has ended. */
export const EndedKeyListSchema = z.object({
  keys: z.array(
    z.object({
      keyId: z.string(),
      name: z.string(),
      scopes: z.array(z.enum(KEY_SCOPES)),
      /** The only event that the key opened, with its name; null for all events of the account. */
      eventId: z.nullable(z.string()),
      eventName: z.nullable(z.string()),
      /** The email of the account that owned the key. */
      email: z.string(),
    }),
  ),
  /** The id to pass as `after` for the next page; null after the last page. */
  next: z.nullable(z.string()),
});
export type EndedKeyList = z.infer<typeof EndedKeyListSchema>;

/** What a restore has still to do. */
export const AwaitedEventListSchema = z.object({
  accounts: z.int(),
  /** At most 500 of the events whose files are still to be imported. */
  events: z.array(
    z.extend(OwnedEventSchema, {
      /** The key of the event's file. */
      key: z.string(),
    }),
  ),
  /** The id to pass as `after` for the next page; null after the last page. */
  next: z.nullable(z.string()),
});
export type AwaitedEventList = z.infer<typeof AwaitedEventListSchema>;
