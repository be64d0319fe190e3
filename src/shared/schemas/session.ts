import * as z from 'zod/mini';
import { SessionAnswerSchema } from './user';
import { EventSchema } from './event';
import { AreaSchema } from './area';
import { AlertSchema } from './alert';

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

/**
 * Answer of login. For an access code it also contains what the code opens, so that a device can count before any other
 * call is answered. Without these fields the device makes those calls.
 */
export const LoginAnswerSchema = z.extend(SessionAnswerSchema, {
  event: z.optional(EventSchema),
  areas: z.optional(z.array(AreaSchema)),
  alerts: z.optional(z.array(AlertSchema)),
});

export type LoginAnswer = z.infer<typeof LoginAnswerSchema>;
