import * as z from 'zod/mini';
import { SUBSCRIPTION_STATUSES } from '../rules/subscription';

export const SubscriptionStatusSchema = z.enum(SUBSCRIPTION_STATUSES);

/** Whatever is not an admin is a regular user (spec section 3). */
export const RoleSchema = z.pipe(
  z.optional(z.unknown()),
  z.transform((role): 'admin' | 'user' => (role === 'admin' ? 'admin' : 'user')),
);

/** Who is logged in. An access-code user's status is its event owner's (design section 5). */
export const UserSchema = z.object({
  username: z.string(),
  role: RoleSchema,
  accessCode: z.optional(z.string()),
  eventId: z.optional(z.string()),
  subscriptionStatus: z.nullable(SubscriptionStatusSchema),
});
export type User = z.infer<typeof UserSchema>;

/** Answer of verify, and part of that of login. */
export const SessionAnswerSchema = z.object({ success: z.literal(true), user: UserSchema });
