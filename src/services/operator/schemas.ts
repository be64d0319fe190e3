import * as z from 'zod/mini';

/** POST /api/operator/events/import */
export const EventImportStartSchema = z.object({
  /** The account that gets the event. */
  email: z.string(),
  /** Keeps the file's id: only when no event has it, or a deleted one. */
  keepId: z.boolean(),
  /** The file's first line. */
  head: z.record(z.string(), z.unknown()),
});
export type EventImportStart = z.infer<typeof EventImportStartSchema>;

/** The id of the imported event. */
export const EventImportStartedSchema = z.object({ eventId: z.string() });

/** Answer to a part: how many bytes of the file there are, which is where the next part begins. */
export const EventImportProgressSchema = z.object({ received: z.int() });

const BookmarkSchema = z.string().check(z.regex(/^[0-9a-f-]{1,100}$/));

/** POST /api/operator/events/{eventId}/restore: a moment, or a bookmark that such a call has returned. */
export const EventRestoreSchema = z.union([
  z.strictObject({ at: z.iso.datetime({ offset: true }) }),
  z.strictObject({ bookmark: BookmarkSchema }),
]);

export const EventRestoredSchema = z.object({
  /** The bookmark that the room was restored to. */
  bookmark: BookmarkSchema,
  /** Restores the room to the state before the call. */
  undoBookmark: BookmarkSchema,
});
export type EventRestored = z.infer<typeof EventRestoredSchema>;
