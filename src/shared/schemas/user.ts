import * as z from 'zod/mini';
import { MEMBER_ROLES } from '../rules/roles';
import { SUBSCRIPTION_STATUSES } from '../rules/subscription';

export const SubscriptionStatusSchema = z.enum(SUBSCRIPTION_STATUSES);

/** The role. Every value except `admin` means a regular user (docs/product.md, U2). */
export const RoleSchema = z.pipe(
  z.optional(z.unknown()),
  z.transform((role): 'admin' | 'user' => (role === 'admin' ? 'admin' : 'user')),
);

/** The logged-in user. An access-code user gets the status of the account that owns the event (docs/product.md, U5). */
export const UserSchema = z.object({
  username: z.string(),
  role: RoleSchema,
  /** What an admin is in the account (docs/product.md, U7); missing for access-code users. */
  memberRole: z.optional(z.enum(MEMBER_ROLES)),
  /** The account, if the admin has been invited to it; missing for the one that the admin has signed up. */
  accountId: z.optional(z.string()),
  /** The accounts to which an admin belongs, if there is more than one. */
  accounts: z.optional(
    z.array(
      z.object({
        accountId: z.string(),
        name: z.string(),
        memberRole: z.enum(MEMBER_ROLES),
        /** True for the account of the session. */
        isCurrent: z.boolean(),
      }),
    ),
  ),
  accessCode: z.optional(z.string()),
  eventId: z.optional(z.string()),
  subscriptionStatus: z.nullable(SubscriptionStatusSchema),
});

export type User = z.infer<typeof UserSchema>;

/** The answer of verify, and part of a login's answer. */
export const SessionAnswerSchema = z.object({ success: z.literal(true), user: UserSchema });

/** The answer of GET /api/users/activity: what deleting the account would interrupt. */
export const AccountActivitySchema = z.object({
  events: z.int(),
  /** How many devices are connected now and count: they use an access code, or have sent taps on this business day. */
  countingDevices: z.int(),
});

export type AccountActivity = z.infer<typeof AccountActivitySchema>;
