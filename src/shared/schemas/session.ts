import * as z from 'zod/mini';
import { SessionAnswerSchema } from './user';
import { EventSchema } from './event';
import { AreaSchema } from './area';
import { AlertSchema } from './alert';
import { RecoveryCodesSchema } from './second-step';

/** A session of the admin's own account in GET /api/users/sessions. Times are ISO 8601 in UTC, as in every answer. */
export const OwnSessionSchema = z.object({
  sessionId: z.string(),
  /** True for the session that makes the call. */
  isCurrent: z.boolean(),
  createdAt: z.string(),
  /** When the session was last used, up to a day too early: it is written at most once a day. */
  lastSeenAt: z.string(),
  /** Browser and system according to the User-Agent header, like `Firefox on Android`; '' if it has neither. */
  browser: z.string(),
});

export type OwnSession = z.infer<typeof OwnSessionSchema>;

/** The answer of GET /api/users/sessions, newest first. */
export const OwnSessionListSchema = z.array(OwnSessionSchema);

/** What a login or an acceptance answers: `recoveryCodes` only if it has set up a second step. */
export const EnteredSchema = z.extend(SessionAnswerSchema, {
  recoveryCodes: z.optional(RecoveryCodesSchema.shape.recoveryCodes),
});

export type Entered = z.infer<typeof EnteredSchema>;

/**
 * The answer of a login. For an access code it also contains the event and its areas, so that a device can count
 * without another call. Without these fields the device makes further calls.
 */
export const LoginAnswerSchema = z.extend(EnteredSchema, {
  event: z.optional(EventSchema),
  areas: z.optional(z.array(AreaSchema)),
  alerts: z.optional(z.array(AlertSchema)),
});

export type LoginAnswer = z.infer<typeof LoginAnswerSchema>;
