import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { MEMBER_ROLES } from '../shared/rules/roles';

/** The tables of D1 about who acts for an account. They belong to schema.ts. */

/**
 * People who log in with an email and a password. The founder of an account has the account's id. A person who belongs
 * to no account any more has no row.
 */
export const people = sqliteTable('people', {
  personId: text('person_id').primaryKey(),
  /** The email, trimmed and in lower case. */
  email: text('email').notNull().unique(),
  /** Readers use `passwordHash` of people.ts: the release before changes the password of a founder elsewhere. */
  passwordHash: text('password_hash').notNull(),
  createdAt: integer('created_at').notNull(),
});

/** What a second step at the login can be. */
const SECOND_STEP_KINDS = ['totp'] as const;

/**
 * The second steps of logins (docs/product.md, S12). A person with one needs it for each login; a person without a row
 * needs none. A row goes with its person.
 */
export const secondSteps = sqliteTable(
  'second_steps',
  {
    personId: text('person_id')
      .notNull()
      .references(() => people.personId, { onDelete: 'cascade' }),
    kind: text('kind', { enum: SECOND_STEP_KINDS }).notNull(),
    /** The secret that the person's app has, too, in Base32. */
    secret: text('secret').notNull(),
    /** The step of the last code that was taken: no code is taken twice. */
    lastUsedStep: integer('last_used_step').notNull(),
    /** The hashes of the recovery codes that were not used yet. */
    recoveryCodes: text('recovery_codes', { mode: 'json' }).$type<string[]>().notNull(),
    createdAt: integer('created_at').notNull(),
    /** When it ends because an owner has reset it; null if nobody has. */
    endsAt: integer('ends_at'),
  },
  (table) => [
    primaryKey({ columns: [table.personId, table.kind] }),
    index('second_steps_by_end')
      .on(table.endsAt)
      .where(sql`ends_at IS NOT NULL`),
  ],
);

/** The memberships: each row says that a person belongs to an account. */
export const members = sqliteTable(
  'members',
  {
    ownerId: text('owner_id').notNull(),
    personId: text('person_id').notNull(),
    role: text('role', { enum: MEMBER_ROLES }).notNull(),
    /** The ids of the events that were chosen for the member; null for a role that has all. Deleted events may stay. */
    eventIds: text('event_ids', { mode: 'json' }).$type<string[]>(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.ownerId, table.personId] }),
    index('members_by_person').on(table.personId, table.createdAt),
  ],
);

/**
 * The people who have left an account, with a number in the order of leaving. The row stays when they come back, so that
 * nobody else gets the number (docs/product.md, U9).
 */
export const formerMembers = sqliteTable(
  'former_members',
  {
    ownerId: text('owner_id').notNull(),
    personId: text('person_id').notNull(),
    number: integer('number').notNull(),
  },
  (table) => [primaryKey({ columns: [table.ownerId, table.personId] })],
);

/** Invitations to belong to an account. Each works once, for a set time (docs/product.md, U8). */
export const memberInvitations = sqliteTable(
  'member_invitations',
  {
    invitationId: text('invitation_id').primaryKey(),
    /** The SHA-256 of the invitation's token, in hex. The token is shown once, when the invitation is made. */
    tokenHash: text('token_hash').notNull().unique(),
    ownerId: text('owner_id').notNull(),
    /** The owner who has made it. */
    invitedBy: text('invited_by').notNull(),
    role: text('role', { enum: MEMBER_ROLES }).notNull(),
    /** As for a member. */
    eventIds: text('event_ids', { mode: 'json' }).$type<string[]>(),
    /** The only address that can accept it; null for anybody who has the link. */
    email: text('email'),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [
    index('member_invitations_by_owner').on(table.ownerId, table.createdAt),
    index('member_invitations_by_expiry').on(table.expiresAt),
  ],
);

/**
 * The audit logs: what was done in an account, and by whom (docs/product.md, U10). Rows are added and, after two years,
 * deleted; nothing changes one.
 */
export const auditEntries = sqliteTable(
  'audit_entries',
  {
    entryId: integer('entry_id').primaryKey(),
    ownerId: text('owner_id').notNull(),
    at: integer('at').notNull(),
    /** The principal of a person or of an API key, or `operator`. */
    actor: text('actor').notNull(),
    /** An action of shared/audit/schemas.ts, or one of an earlier release. */
    action: text('action').notNull(),
    eventId: text('event_id'),
    /** The name that the event had then. */
    eventName: text('event_name'),
    /** The member whom it concerns. */
    personId: text('person_id'),
    detail: text('detail'),
  },
  (table) => [
    index('audit_entries_by_owner').on(table.ownerId, table.entryId),
    index('audit_entries_by_time').on(table.at),
  ],
);
