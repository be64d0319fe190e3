import * as z from 'zod/mini';

/** POST /api/operator/events/import */
export const EventImportStartSchema = z.object({
  /** Of the account that gets the event. */
  email: z.string(),
  /** Under the id of the file: only where such an event is deleted, or never was. */
  keepId: z.boolean(),
  /** The file's first line. */
  head: z.record(z.string(), z.unknown()),
});
export type EventImportStart = z.infer<typeof EventImportStartSchema>;

/** Under which id the event is imported. */
export const EventImportStartedSchema = z.object({ eventId: z.string() });

/** Answer to a part: how many bytes of the file there are, and where the next part is to begin. */
export const EventImportProgressSchema = z.object({ received: z.int() });

const BookmarkSchema = z.string().check(z.regex(/^[0-9a-f-]{1,100}$/));

/** POST /api/operator/events/{eventId}/restore: a moment, or a bookmark that such a call has answered. */
export const EventRestoreSchema = z.union([
  z.strictObject({ at: z.iso.datetime({ offset: true }) }),
  z.strictObject({ bookmark: BookmarkSchema }),
]);

export const EventRestoredSchema = z.object({
  /** Where the room has been set back to. */
  bookmark: BookmarkSchema,
  /** Sets the room to how it was before the call. */
  undoBookmark: BookmarkSchema,
});
export type EventRestored = z.infer<typeof EventRestoredSchema>;
