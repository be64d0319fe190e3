import * as z from 'zod/mini';
import { EMAIL_MAX_LENGTH } from '../accounts/limits';
import { MEMBER_ROLES } from '../rules/roles';
import { SecondStepEntrySchema } from '../schemas/second-step';

/** What calls about members take and answer. Times are ISO 8601 in UTC. */

/** A role, and the events for which it holds. */
const GrantSchema = z.object({
  role: z.enum(MEMBER_ROLES),
  /** The ids of the events that are chosen for the member; null for a role that has all events of the account. */
  eventIds: z.nullable(z.array(z.string())),
});

/** A new role. `eventIds` is needed for a role with chosen events, with at least one, and is left out for the others. */
export const NewGrantSchema = z.object({
  role: z.enum(MEMBER_ROLES),
  eventIds: z.optional(z.nullable(z.array(z.string()))),
});
export type NewGrant = z.infer<typeof NewGrantSchema>;

const MemberInvitationSchema = z.extend(GrantSchema, {
  invitationId: z.string(),
  /** The only address that can accept it; null for anybody who has the link. */
  email: z.nullable(z.string()),
  createdAt: z.string(),
  expiresAt: z.string(),
});

const MemberSchema = z.extend(GrantSchema, {
  personId: z.string(),
  email: z.string(),
  createdAt: z.string(),
  /** When a session of the member was last used, up to a day too early; null if none is left. */
  lastSeenAt: z.nullable(z.string()),
});

/** The members of an account, oldest first, and the invitations that nobody has accepted yet. */
export const AccountMembersSchema = z.object({
  members: z.array(MemberSchema),
  invitations: z.array(MemberInvitationSchema),
  /**
   * The people who have left, by number (docs/product.md, U9); missing while nobody has. A journal's actor is
   * `admin:{personId}`.
   */
  formerMembers: z.optional(z.array(z.object({ personId: z.string(), number: z.int() }))),
});
export type AccountMembers = z.infer<typeof AccountMembersSchema>;

/** The answer of GET /api/members. */
export const MemberListSchema = z.object({
  members: z.array(z.extend(MemberSchema, { isYou: z.boolean() })),
  invitations: AccountMembersSchema.shape.invitations,
  formerMembers: AccountMembersSchema.shape.formerMembers,
});
export type MemberList = z.infer<typeof MemberListSchema>;

export const NewMemberInvitationSchema = z.extend(NewGrantSchema, {
  email: z.optional(z.nullable(z.string().check(z.maxLength(EMAIL_MAX_LENGTH)))),
});
export type NewMemberInvitation = z.infer<typeof NewMemberInvitationSchema>;

export const CreatedMemberInvitationSchema = z.extend(MemberInvitationSchema, {
  /** `/invitation#` and the token is the link. No other call returns it. */
  token: z.string(),
  /** Whether the link was mailed to `email`. */
  isMailed: z.boolean(),
});
export type CreatedMemberInvitation = z.infer<typeof CreatedMemberInvitationSchema>;

/** What a member can make that goes on working without the member. */
const MADE_KINDS = ['key', 'recipient', 'inspectorLink', 'publicLink', 'display'] as const;

const MadeRefSchema = z.object({
  kind: z.enum(MADE_KINDS),
  /** The id of the key, recipient or inspector’s link, or of the event of a public link or display. */
  id: z.string(),
});
export type MadeRef = z.infer<typeof MadeRefSchema>;

const MadeSchema = z.extend(MadeRefSchema, {
  /** The name of the key or recipient, or for whom an inspector’s link is; null for the others. */
  name: z.nullable(z.string()),
  /** The event for which it is; null for all. */
  eventName: z.nullable(z.string()),
});
export type Made = z.infer<typeof MadeSchema>;

/** The answer of GET /api/members/{personId}/made. */
export const MadeListSchema = z.object({ made: z.array(MadeSchema) });

/** What a member has made that ends with the membership, or with the role. The rest stays the account’s. */
export const RemovalSchema = z.object({ ends: z.optional(z.array(MadeRefSchema)) });
export type Removal = z.infer<typeof RemovalSchema>;

/** The body of PATCH /api/members/{personId}. */
export const MemberChangeSchema = z.extend(NewGrantSchema, RemovalSchema.shape);
export type MemberChange = z.infer<typeof MemberChangeSchema>;

/** What the holder of an invitation sees before accepting it. */
export const OpenInvitationSchema = z.object({
  /** The name of the account: the organizer of its newest letterhead, otherwise its address. */
  accountName: z.string(),
  role: z.enum(MEMBER_ROLES),
  email: z.nullable(z.string()),
  expiresAt: z.string(),
});
export type OpenInvitation = z.infer<typeof OpenInvitationSchema>;

/**
 * An email with a password: those of a login, or of a new one. Both are missing for the login of the caller's session.
 */
export const AcceptanceSchema = z.extend(SecondStepEntrySchema, {
  email: z.optional(z.string()),
  password: z.optional(z.string()),
  /** False if the email must have a login. Otherwise an email without one gets a login. */
  isNew: z.optional(z.boolean()),
});
export type Acceptance = z.infer<typeof AcceptanceSchema>;
