import * as z from 'zod/mini';

/**
 * A session of the admin's own account, as an item of GET /api/users/sessions. Times are ISO 8601 in UTC, as in every
 * answer.
 */
export const OwnSessionSchema = z.object({
  sessionId: z.string(),
  /** The session that asks. */
  isCurrent: z.boolean(),
  createdAt: z.string(),
  /** Its last call, to the day: a session is written at most once a day. */
  lastSeenAt: z.string(),
  /** Browser and system as far as the browser reveals them, like `Firefox on Android`; '' when it does not. */
  browser: z.string(),
});
export type OwnSession = z.infer<typeof OwnSessionSchema>;

/** GET /api/users/sessions: the newest first. */
export const OwnSessionListSchema = z.array(OwnSessionSchema);
