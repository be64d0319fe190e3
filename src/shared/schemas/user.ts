import * as z from 'zod/mini';
import { SUBSCRIPTION_STATUSES } from '../rules/subscription';

export const SubscriptionStatusSchema = z.enum(SUBSCRIPTION_STATUSES);

/** Who is logged in. An access-code user's status is its event owner's (design section 5). */
export const UserSchema = z.object({
  username: z.string(),
  role: z.enum(['admin', 'user']),
  accessCode: z.optional(z.string()),
  eventId: z.optional(z.string()),
  subscriptionStatus: z.nullable(SubscriptionStatusSchema),
});
export type User = z.infer<typeof UserSchema>;

/** Answer of login and verify. */
export const SessionAnswerSchema = z.object({ success: z.literal(true), user: UserSchema });

/** POST /api/auth/login. A password is sent only with an email; otherwise it is null (spec section 5). */
export const LoginSchema = z.object({ username: z.string(), password: z.optional(z.nullable(z.string())) });
