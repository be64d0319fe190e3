import * as z from 'zod/mini';
import { SUBSCRIPTION_STATUSES } from '../rules/subscription';

export const SubscriptionStatusSchema = z.enum(SUBSCRIPTION_STATUSES);

/** Everybody who is not an admin is a regular user (docs/product.md, U2). */
export const RoleSchema = z.pipe(
  z.optional(z.unknown()),
  z.transform((role): 'admin' | 'user' => (role === 'admin' ? 'admin' : 'user')),
);

/** The logged-in user. An access-code user's status is its event owner's (docs/product.md, U5). */
export const UserSchema = z.object({
  username: z.string(),
  role: RoleSchema,
  accessCode: z.optional(z.string()),
  eventId: z.optional(z.string()),
  subscriptionStatus: z.nullable(SubscriptionStatusSchema),
});

export type User = z.infer<typeof UserSchema>;

/** Answer of verify, and part of the answer of login. */
export const SessionAnswerSchema = z.object({ success: z.literal(true), user: UserSchema });

/** GET /api/users/activity: what a deletion of the account would interrupt. */
export const AccountActivitySchema = z.object({
  events: z.int(),
  /** Connected right now, with an access code or with taps on this business day. */
  countingDevices: z.int(),
});

export type AccountActivity = z.infer<typeof AccountActivitySchema>;
