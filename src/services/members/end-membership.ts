import { and, asc, eq, exists, isNull, ne, notExists, or, type SQL, sql } from 'drizzle-orm';
import { isSessionOf, passwordHash } from '../../db/people';
import { alias } from 'drizzle-orm/sqlite-core';
import { NO_PASSWORD } from '../../crypto/password';
import { memberInvitations, members, passwordResets, people, sessions, users } from '../../db/schema';
import { noteEnded } from '../backups/ended';
import type { ServiceContext } from '../context';
import { endSockets } from '../sessions/end-sockets';

/** A person in an account. */
export interface Membership {
  userId: string;
  personId: string;
}

/** The name under which backups know that a membership has ended. */
export const membershipKey = ({ userId, personId }: Membership): string => `${userId} ${personId}`;

const other = alias(members, 'other');

/** The condition that the account has another owner. Nobody can end or lower the last one. */
export const hasOtherOwner = ({ db }: Pick<ServiceContext, 'db'>, { userId, personId }: Membership): SQL =>
  exists(
    db
      .select({ personId: other.personId })
      .from(other)
      .where(and(eq(other.ownerId, userId), eq(other.role, 'owner'), ne(other.personId, personId))),
  );

export const isMembership = ({ userId, personId }: Membership): SQL | undefined =>
  and(eq(members.ownerId, userId), eq(members.personId, personId));

/** The statement that ends the invitations of somebody who may not invite any more. */
export const endInvitationsOf = ({ db }: Pick<ServiceContext, 'db'>, { userId, personId }: Membership, onlyIf: SQL) =>
  db
    .delete(memberInvitations)
    .where(and(eq(memberInvitations.ownerId, userId), eq(memberInvitations.invitedBy, personId), onlyIf));

/**
 * The statement that gives the account the address of its oldest other owner, if its own is that of the person who leaves. An
 * address that another account has stays away: that of an account is unique.
 */
function moveAddress({ db }: ServiceContext, { userId, personId }: Membership, onlyIf: SQL) {
  const heir = alias(people, 'heir');
  const taken = alias(users, 'taken');
  const isTaken = db
    .select({ userId: taken.userId })
    .from(taken)
    .where(and(eq(taken.email, heir.email), isNull(taken.deletedAt)));
  const address = db
    .select({ email: heir.email })
    .from(other)
    .innerJoin(heir, eq(heir.personId, other.personId))
    .where(and(eq(other.ownerId, userId), eq(other.role, 'owner'), ne(other.personId, personId), notExists(isTaken)))
    .orderBy(asc(other.createdAt))
    .limit(1);
  const own = db.select({ email: people.email }).from(people).where(eq(people.personId, personId));
  return db
    .update(users)
    .set({ email: sql`coalesce(${address}, ${users.email})` })
    .where(and(eq(users.userId, userId), eq(users.email, own), onlyIf));
}

/**
 * The statements that end the person's sessions of the account, which the first one returns, and the links that reset
 * the password. The release before takes a founder for the only owner, and does not let a founder in after them.
 */
export function endLogin(ctx: ServiceContext, membership: Membership, onlyIf: SQL) {
  const { db } = ctx;
  const { userId, personId } = membership;
  return [
    db
      .delete(sessions)
      .where(and(isSessionOf(personId), eq(sessions.userId, userId), onlyIf))
      .returning({ sessionId: sessions.sessionId, userId: sessions.userId }),
    db.delete(passwordResets).where(and(eq(passwordResets.personId, personId), onlyIf)),
    // The address decides where a founder's password is, so it is the second to go.
    db
      .update(people)
      .set({ passwordHash })
      .where(and(eq(people.personId, personId), onlyIf)),
    moveAddress(ctx, membership, onlyIf),
    db
      .update(users)
      .set({ passwordHash: NO_PASSWORD })
      .where(and(eq(users.userId, userId), eq(users.userId, personId), onlyIf)),
  ] as const;
}

/**
 * Ends a membership, and the person's sessions of this account with their sockets. A person who belongs to no other account
 * is deleted. What the person did stays. Returns whether it did; false if the person is the last owner, or no member.
 */
export async function endMembership(ctx: ServiceContext, membership: Membership): Promise<boolean> {
  const { db } = ctx;
  const { userId, personId } = membership;
  const mayEnd = exists(
    db
      .select({ personId: members.personId })
      .from(members)
      .where(and(isMembership(membership), or(ne(members.role, 'owner'), hasOtherOwner(ctx, membership)))),
  );
  const elsewhere = db
    .select({ ownerId: other.ownerId })
    .from(other)
    .where(and(eq(other.personId, personId), ne(other.ownerId, userId)));
  const isLeaving = and(mayEnd, notExists(elsewhere));
  const [ended, , , , , , , left] = await db.batch([
    ...endLogin(ctx, membership, mayEnd),
    db.delete(people).where(and(eq(people.personId, personId), isLeaving)),
    endInvitationsOf(ctx, membership, mayEnd),
    db
      .delete(members)
      .where(and(isMembership(membership), mayEnd))
      .returning({ personId: members.personId }),
  ]);
  if (left.length === 0) return false;
  await endSockets(ctx, ended);
  await noteEnded(ctx, membershipKey(membership));
  return true;
}

/** The statement that makes the oldest member of each account without an owner its owner, after a restore. */
export function appointOwners(db: ServiceContext['db']) {
  const older = or(
    eq(other.role, 'owner'),
    sql`(${other.createdAt}, ${other.personId}) < (${members.createdAt}, ${members.personId})`,
  );
  const better = db
    .select({ personId: other.personId })
    .from(other)
    .where(and(eq(other.ownerId, members.ownerId), older));
  return db.update(members).set({ role: 'owner' }).where(notExists(better));
}
