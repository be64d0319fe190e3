import { and, eq, exists, inArray, isNotNull, ne, not, notExists, type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import { NO_PASSWORD } from '../crypto/password';
import type { Database } from './client';
import { isPresentAccount, isPresentEmail } from './present';
import { members, people, sessions, users } from './schema';
import { selectedRow } from './selected-row';

/**
 * This file says who may log in. The release before knows only accounts: it signs up, changes passwords and deletes in
 * `users` alone, and must be able to after a rollback. Here what it writes is joined with people, so that both agree.
 */

/**
 * The hash of a person's password. While a founder has the account's address, it is in the account's row, where the
 * release before changes it. Afterwards that row has no address and no password.
 */
export const passwordHash = sql<string>`coalesce((SELECT founded.password_hash FROM users AS founded
  WHERE founded.user_id = people.person_id AND founded.email = people.email
  AND founded.password_hash <> ${NO_PASSWORD}), people.password_hash)`;

/** Whether a person has a second step, or had one until an owner's reset has ended it. It costs a login no query of its own. */
const hasSecondStep = sql<number>`EXISTS (SELECT 1 FROM second_steps AS own_step
  WHERE own_step.person_id = people.person_id)`;

/** A person in an account. */
export interface Membership {
  /** The account. */
  userId: string;
  personId: string;
}

/** Finds the row of a membership. */
export const isMembership = ({ userId, personId }: { [Name in keyof Membership]: string | SQLWrapper }) =>
  and(eq(members.ownerId, userId), eq(members.personId, personId));

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

/** The person who has logged in to the session's account. An index has this expression, word for word. */
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
 * Returns statements for one batch that set a password under a condition. If it was set, the first statement returns
 * the person's email.
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
      .where(
        and(
          isPresentAccount(personId),
          eq(users.email, db.select({ email: people.email }).from(people).where(eq(people.personId, personId))),
          ne(users.passwordHash, NO_PASSWORD),
          onlyIf,
        ),
      ),
  ] as const;

/**
 * The statement that frees the email of somebody who belongs to no account any more. The release before deletes an
 * account without its people.
 */
export const deletionOfLeftPerson = (db: Database, email: string) =>
  db.delete(people).where(and(eq(people.email, email), not(isPresentPerson(db, people.personId))));

/** The condition that the release before has signed up the account with this email, and that it has no members yet. */
export const isUnadopted = (db: Database, email: string): SQL | undefined =>
  and(
    isPresentEmail(email),
    notExists(db.select({ ownerId: members.ownerId }).from(members).where(eq(members.ownerId, users.userId))),
  );

/**
 * Makes the person with this email the owner of an account that the release before has signed up with it. That person
 * is the account's founder, unless somebody else has a login with this email.
 */
export async function adoptFounder(db: Database, email: string): Promise<void> {
  const isNew = isUnadopted(db, email);
  const { userId: personId, passwordHash: hash, createdAt } = users;
  const founder = selectedRow(people, { personId, email: users.email, passwordHash: hash, createdAt });
  const owner = { ownerId: users.userId, personId: people.personId, role: 'owner', createdAt } as const;
  const isPerson = eq(people.email, users.email);
  await db.batch([
    deletionOfLeftPerson(db, email),
    db.insert(people).select(db.select(founder).from(users).where(isNew)).onConflictDoNothing(),
    db
      .insert(members)
      .select(db.select(selectedRow(members, owner)).from(users).innerJoin(people, isPerson).where(isNew))
      .onConflictDoNothing(),
  ]);
}

/**
 * Finds the login with this email, after an account that must be adopted. It is one query, so that an unknown email
 * takes no longer than another (docs/product.md, S8).
 */
function queryLogin(db: Database, email: string) {
  const founder = db
    .select({
      personId: users.userId,
      userId: users.userId,
      passwordHash: users.passwordHash,
      isPerson: sql<number>`0`.as('is_person'),
      since: users.createdAt,
      hasSecondStep: sql<number>`0`.as('has_second_step'),
      isSecondStepDemanded: users.isSecondStepDemanded,
    })
    .from(users)
    .where(isUnadopted(db, email));
  return db
    .select({
      personId: people.personId,
      userId: members.ownerId,
      passwordHash: passwordHash.as('password'),
      isPerson: sql<number>`1`.as('is_person'),
      since: sql<number>`${members.createdAt}`.as('since'),
      hasSecondStep: hasSecondStep.as('has_second_step'),
      isSecondStepDemanded: users.isSecondStepDemanded,
    })
    .from(people)
    .innerJoin(members, eq(members.personId, people.personId))
    .innerJoin(users, isPresentAccount(members.ownerId))
    .where(eq(people.email, email))
    .unionAll(founder)
    .orderBy(sql`is_person, since`)
    .limit(1);
}

/**
 * Finds the person with this email and the account of its oldest membership, with what the login needs to know of second
 * steps; undefined without such an account.
 */
export async function findLogin(db: Database, email: string) {
  const [found] = await queryLogin(db, email);
  if (found?.isPerson !== 0) return found;
  await adoptFounder(db, email);
  const [adopted] = await queryLogin(db, email);
  return adopted;
}

/** Whether this email is that of a login or of an account. */
export async function isEmailTaken(db: Database, email: string): Promise<boolean> {
  const isPerson = and(eq(people.email, email), isPresentPerson(db, people.personId));
  const taken = await db
    .select({ id: people.personId })
    .from(people)
    .where(isPerson)
    .unionAll(db.select({ id: users.userId }).from(users).where(isPresentEmail(email)));
  return taken.length > 0;
}

/**
 * Inserts an account with its founder, who becomes its owner. Returns the account's row; none if the email is taken.
 */
export async function insertAccount(
  db: Database,
  account: Pick<typeof users.$inferInsert, 'userId' | 'email' | 'passwordHash' | 'trialEndsAt' | 'createdAt'>,
): Promise<(typeof users.$inferSelect)[]> {
  const { userId: personId, email, passwordHash: hash, createdAt } = account;
  const isFounder = eq(people.personId, personId);
  const [, , created] = await db.batch([
    deletionOfLeftPerson(db, email),
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

/** Returns statements for one batch that delete the members and people of accounts that the release before deleted. */
export function deletionOfLeftMembers(db: Database) {
  const account = db.select({ userId: users.userId }).from(users).where(isPresentAccount(members.ownerId));
  const member = db.select({ ownerId: members.ownerId }).from(members).where(eq(members.personId, people.personId));
  return [db.delete(members).where(notExists(account)), db.delete(people).where(notExists(member))] as const;
}

/**
 * Returns statements for one batch that take over the passwords which the release before has changed. The first one
 * deletes the sessions of those people in other accounts, and returns them: that release ends only those of the
 * founder's own account.
 */
export function adoptionOfPasswords(db: Database) {
  const isChanged = ne(people.passwordHash, passwordHash);
  const changed = db.select({ personId: people.personId }).from(people).where(isChanged);
  return [
    db
      .delete(sessions)
      .where(and(isNotNull(sessions.userId), inArray(sessionPerson, changed), ne(sessions.userId, sessionPerson)))
      .returning({ sessionId: sessions.sessionId, userId: sessions.userId }),
    db.update(people).set({ passwordHash }).where(isChanged),
  ] as const;
}
