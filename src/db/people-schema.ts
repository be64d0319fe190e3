import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { MEMBER_ROLES } from '../shared/rules/roles';

/** The tables of D1 about who acts for an account. They belong to schema.ts. */

/**
 * People who log in with an email and a password. The founder of an account has the account's id. A person who belongs to
 * no account any more has no row.
 */
export const people = sqliteTable('people', {
  personId: text('person_id').primaryKey(),
  /** The email, trimmed and in lower case. */
  email: text('email').notNull().unique(),
  /** Readers use `passwordHash` of people.ts, because the release before changes the password of a founder elsewhere. */
  passwordHash: text('password_hash').notNull(),
  createdAt: integer('created_at').notNull(),
});

/** Which people belong to which accounts. */
export const members = sqliteTable(
  'members',
  {
    ownerId: text('owner_id').notNull(),
    personId: text('person_id').notNull(),
    role: text('role', { enum: MEMBER_ROLES }).notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.ownerId, table.personId] }),
    index('members_by_person').on(table.personId, table.createdAt),
  ],
);
