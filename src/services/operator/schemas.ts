import * as z from 'zod/mini';

const EventImportSchema = z.object({
  /** Whether the event keeps its id. It can if no event has that id, or only a deleted event of the same account. */
  keepId: z.boolean(),
  /** The file's first line. */
  head: z.record(z.string(), z.unknown()),
});

/**
 * The body of POST /api/operator/events/import. It names the account that gets the event, by its id or its email. An
 * event that a restored database awaits keeps its own account.
 */
export const EventImportStartSchema = z.union([
  z.extend(EventImportSchema, { accountId: z.string() }),
  z.extend(EventImportSchema, { email: z.string() }),
]);
export type EventImportStart = z.infer<typeof EventImportStartSchema>;

export const EventImportStartedSchema = z.object({
  /** The id of the event that is being imported. */
  eventId: z.string(),
  /** True if the event is already back, because a restored database awaited it and its room was not lost. */
  isFinished: z.boolean(),
});
export type EventImportStarted = z.infer<typeof EventImportStartedSchema>;

/** The answer to a part: how many bytes of the file the server has. The next part begins there. */
export const EventImportProgressSchema = z.object({ received: z.int() });

const BookmarkSchema = z.string().check(z.regex(/^[0-9a-f-]{1,100}$/));

/** The body of POST /api/operator/events/{eventId}/restore: a time, or a bookmark that an earlier call returned. */
export const EventRestoreSchema = z.union([
  z.strictObject({ at: z.iso.datetime({ offset: true }) }),
  z.strictObject({ bookmark: BookmarkSchema }),
]);

export const EventRestoredSchema = z.object({
  /** The bookmark to which the room was restored. */
  bookmark: BookmarkSchema,
  /** The bookmark that restores the room's state before the call. */
  undoBookmark: BookmarkSchema,
});
export type EventRestored = z.infer<typeof EventRestoredSchema>;

/** An event with the account that owns it. */
export const OwnedEventSchema = z.object({
  eventId: z.string(),
  eventName: z.string(),
  accountId: z.string(),
  /** The email of the account. */
  email: z.string(),
});

/** One page of the events of all accounts. */
export const OperatorEventListSchema = z.object({
  events: z.array(z.extend(OwnedEventSchema, { createdAt: z.string() })),
  /** The id to pass as `after` for the next page; null after the last page. */
  next: z.nullable(z.string()),
});
export type OperatorEventList = z.infer<typeof OperatorEventListSchema>;

/** The login whose second step is lost. */
export const LostSecondStepSchema = z.object({ email: z.string() });

/** An invitation to sign up: `/signup#` and the token is its link, which works once. */
export const InvitationSchema = z.object({
  token: z.string(),
  /** ISO 8601. */
  expiresAt: z.string(),
});
export type Invitation = z.infer<typeof InvitationSchema>;
