import * as z from 'zod/mini';
import { MEMBER_ROLES } from '../rules/roles';
import { SUBSCRIPTION_STATUSES } from '../rules/subscription';

export const SubscriptionStatusSchema = z.enum(SUBSCRIPTION_STATUSES);

/** The roles in answers: owners and managers are `admin`, users of an access code are `user`. */
export const USER_ROLES = ['admin', 'supervisor', 'viewer', 'user'] as const;
export type UserRole = (typeof USER_ROLES)[number];

const isUserRole = (role: unknown): role is UserRole => USER_ROLES.some((known) => known === role);

/** The role. Every value that is none of these means a regular user (docs/product.md, U2). */
export const RoleSchema = z.pipe(
  z.optional(z.unknown()),
  z.transform((role): UserRole => (isUserRole(role) ? role : 'user')),
);

/** The logged-in user. An access-code user gets the status of the account that owns the event (docs/product.md, U5). */
export const UserSchema = z.object({
  username: z.string(),
  role: RoleSchema,
  /** What a member is in the account (docs/product.md, U7); missing for access-code users. */
  memberRole: z.optional(z.enum(MEMBER_ROLES)),
  /** The ids of the events that are chosen for the member; missing for a role that has all events of the account. */
  eventIds: z.optional(z.array(z.string())),
  /** The account, if the member has been invited to it; missing for the one that the member has signed up. */
  accountId: z.optional(z.string()),
  /** The accounts to which a member belongs, if there is more than one. */
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
