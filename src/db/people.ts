import {
  and,
  asc,
  eq,
  exists,
  isNotNull,
  isNull,
  ne,
  not,
  notExists,
  type SQL,
  sql,
  type SQLWrapper,
} from 'drizzle-orm';
import type { Database } from './client';
import { isPresentAccount } from './present';
import { members, people, sessions, users } from './schema';
import { selectedRow } from './selected-row';

/**
 * Who may log in. The release before knows only accounts: it signs up, changes passwords and deletes in `users` alone, and must
 * be able to after a rollback. This file joins what it writes with people, so that both releases agree.
 */

/** The hash of a person's password. That of a founder is in the account's row, where the release before changes it. */
export const passwordHash = sql<string>`coalesce((SELECT founded.password_hash FROM users AS founded
  WHERE founded.user_id = people.person_id AND founded.password_hash <> ''), people.password_hash)`;

/** The condition that the person has this password hash, and belongs to an account that is not deleted. */
export const isPassword = (db: Database, personId: string, hash: string): SQL =>
  exists(
    db
      .select({ personId: people.personId })
      .from(people)
      .innerJoin(members, eq(members.personId, people.personId))
      .innerJoin(users, isPresentAccount(members.ownerId))
      .where(and(eq(people.personId, personId), eq(passwordHash, hash))),
  );

/** Who has logged in to the session's account. An index has this expression, word for word. */
export const sessionPerson = sql<string | null>`CASE WHEN ${sessions.personId} IS NULL THEN ${sessions.userId}
  ELSE ${sessions.personId} END`;

/** Finds the sessions of a person, in all accounts. */
export const isSessionOf = (personId: string): SQL | undefined =>
  and(eq(sessionPerson, personId), isNotNull(sessions.userId));

/** The condition that the person belongs to an account that is not deleted. */
export const isPresentPerson = (db: Database, personId: string | SQLWrapper): SQL =>
  exists(
    db
      .select({ personId: members.personId })
      .from(members)
      .innerJoin(users, isPresentAccount(members.ownerId))
      .where(eq(members.personId, personId)),
  );

/**
 * Returns statements for one batch that set a password under a condition. If it was set, the first statement returns the
 * person's email.
 */
export const writePassword = (db: Database, personId: string, hash: string, onlyIf: SQL | undefined) =>
  [
    db
      .update(people)
      .set({ passwordHash: hash })
      .where(and(eq(people.personId, personId), isPresentPerson(db, personId), onlyIf))
      .returning({ email: people.email }),
    // After a rollback the release before checks a founder's password here.
    db
      .update(users)
      .set({ passwordHash: hash })
      .where(and(isPresentAccount(personId), ne(users.passwordHash, ''), onlyIf)),
  ] as const;

/**
 * Returns statements for one batch that make the founder with this email a person and an owner, if the release before has
 * signed up the account.
 */
export function adoptFounder(db: Database, email: string) {
  const isAlone = notExists(
    db.select({ ownerId: members.ownerId }).from(members).where(eq(members.ownerId, users.userId)),
  );
  const isNew = and(eq(users.email, email), isNull(users.deletedAt), ne(users.passwordHash, ''), isAlone);
  const { userId, createdAt } = users;
  const person = selectedRow(people, {
    personId: userId,
    email: users.email,
    passwordHash: users.passwordHash,
    createdAt,
  });
  const isPerson = eq(people.personId, userId);
  const owner = selectedRow(members, { ownerId: userId, personId: userId, role: 'owner', createdAt });
  return [
    db.insert(people).select(db.select(person).from(users).where(isNew)).onConflictDoNothing(),
    db.insert(members).select(db.select(owner).from(users).innerJoin(people, isPerson).where(isNew)),
  ] as const;
}

/** Finds the person with this email and the account to which it has belonged longest; undefined without such an account. */
export async function findLogin(db: Database, email: string) {
  const [, , [found]] = await db.batch([
    ...adoptFounder(db, email),
    db
      .select({ personId: people.personId, userId: members.ownerId, passwordHash: passwordHash.as('password') })
      .from(people)
      .innerJoin(members, eq(members.personId, people.personId))
      .innerJoin(users, isPresentAccount(members.ownerId))
      .where(eq(people.email, email))
      .orderBy(asc(members.createdAt))
      .limit(1),
  ]);
  return found;
}

/**
 * Inserts an account with its founder, who becomes its owner. Returns the account's row; none if somebody has the email.
 */
export async function insertAccount(
  db: Database,
  account: Pick<typeof users.$inferInsert, 'userId' | 'email' | 'passwordHash' | 'trialEndsAt' | 'createdAt'>,
): Promise<(typeof users.$inferSelect)[]> {
  const { userId: personId, email, passwordHash: hash, createdAt } = account;
  const isFounder = eq(people.personId, personId);
  const [, , created] = await db.batch([
    // The release before deletes an account without its people.
    db.delete(people).where(and(eq(people.email, email), not(isPresentPerson(db, people.personId)))),
    db.insert(people).values({ personId, email, passwordHash: hash, createdAt }).onConflictDoNothing(),
    db
      .insert(users)
      .select(db.select(selectedRow(users, account)).from(people).where(isFounder))
      .onConflictDoNothing()
      .returning(),
    db.insert(members).select(
      db
        .select(selectedRow(members, { ownerId: users.userId, personId, role: 'owner', createdAt }))
        .from(users)
        .where(eq(users.userId, personId)),
    ),
    // Another account has the address of a person who has left it.
    db.delete(people).where(and(isFounder, not(isPresentPerson(db, people.personId)))),
  ]);
  return created;
}

/** Returns statements for one batch that delete the members and people of accounts which the release before has deleted. */
export function deletionOfLeftMembers(db: Database) {
  const account = db.select({ userId: users.userId }).from(users).where(isPresentAccount(members.ownerId));
  const member = db.select({ ownerId: members.ownerId }).from(members).where(eq(members.personId, people.personId));
  return [db.delete(members).where(notExists(account)), db.delete(people).where(notExists(member))] as const;
}
