import { and, eq, exists, ne, notExists, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { NO_PASSWORD } from '../../crypto/password';
import { hasOtherOwner } from '../../db/owners';
import { isMembership, isSessionOf, type Membership, passwordHash } from '../../db/people';
import { isPresentAccount } from '../../db/present';
import { formerMembers, memberInvitations, members, passwordResets, people, sessions, users } from '../../db/schema';
import { selectedRow } from '../../db/selected-row';
import type { MemberRole } from '../../shared/rules/roles';
import { ownersOnly } from '../access/session';
import { noteEnded } from '../backups/ended';
import { tellHub } from '../call-room';
import type { ServiceContext } from '../context';
import { endSockets } from '../sessions/end-sockets';

/** The name under which backups know that a membership has ended; with a role, that its person has got that role. */
export const membershipKey = ({ userId, personId }: Membership, role?: MemberRole): string =>
  [userId, personId, ...(role === undefined ? [] : [`as:${role}`])].join(' ');

const other = alias(members, 'other');

/** Returns the person's role in the account; null for no member. */
export async function findRole({ db }: ServiceContext, membership: Membership): Promise<MemberRole | null> {
  const found = await db.select({ role: members.role }).from(members).where(isMembership(membership)).get();
  return found?.role ?? null;
}

/** Throws a 403 for a caller who was an owner when the call began and is none any more. */
export async function mustBeOwner(ctx: ServiceContext, caller: Membership): Promise<void> {
  if ((await findRole(ctx, caller)) !== 'owner') throw ownersOnly();
}

/** The statement that has Stripe learn of the account's address again, which may be another owner's. */
export const addressChange = ({ db }: ServiceContext, { userId }: Membership, onlyIf: SQL) =>
  db
    .update(users)
    .set({ detailsRevision: sql`${users.detailsRevision} + 1` })
    .where(and(isPresentAccount(userId), onlyIf));

/** Sends a changed address to Stripe. */
export async function sendAddress(ctx: ServiceContext, { userId }: Membership): Promise<void> {
  if (ctx.isBillingOn) await tellHub(ctx, 'run billing', userId, (hub) => hub.runBilling(userId));
}

/** The statement that ends the invitations of somebody who may not invite any more. */
export const endInvitationsOf = ({ db }: Pick<ServiceContext, 'db'>, { userId, personId }: Membership, onlyIf: SQL) =>
  db
    .delete(memberInvitations)
    .where(and(eq(memberInvitations.ownerId, userId), eq(memberInvitations.invitedBy, personId), onlyIf));

/**
 * The statement that takes a founder's address off the account's row: the release before takes whoever has the address
 * there for the founder. The account's id stands in its place, and an account without members cannot be adopted by it.
 */
function removeAddress({ db }: ServiceContext, { userId, personId }: Membership, onlyIf: SQL) {
  const own = db.select({ email: people.email }).from(people).where(eq(people.personId, personId));
  return db
    .update(users)
    .set({ email: users.userId })
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
    removeAddress(ctx, membership, onlyIf),
    db
      .update(users)
      .set({ passwordHash: NO_PASSWORD })
      .where(and(eq(users.userId, userId), eq(users.userId, personId), onlyIf)),
  ] as const;
}

/** The statement that gives somebody who leaves the account's next number (docs/product.md, U9). */
function noteFormer({ db }: ServiceContext, { userId, personId }: Membership, onlyIf: SQL) {
  const number = sql`(SELECT 1 + coalesce(max(number), 0) FROM former_members WHERE owner_id = ${userId})`;
  const former = selectedRow(formerMembers, { ownerId: userId, personId, number });
  const isLeaving = and(isMembership({ userId, personId }), onlyIf);
  return db.insert(formerMembers).select(db.select(former).from(members).where(isLeaving)).onConflictDoNothing();
}

/**
 * Ends a membership, and the person's sessions of this account with their sockets. A person who belongs to no other
 * account is deleted. What the person did stays. Returns whether it did; false if the person is the last owner, or no
 * member.
 * @param onlyIf the condition under which anything changes
 */
export async function endMembership(ctx: ServiceContext, membership: Membership, onlyIf?: SQL): Promise<boolean> {
  const { db } = ctx;
  const { userId, personId } = membership;
  const mayEnd = exists(
    db
      .select({ personId: members.personId })
      .from(members)
      .where(and(isMembership(membership), or(ne(members.role, 'owner'), hasOtherOwner(db, userId, personId)), onlyIf)),
  );
  const belongsNowhere = notExists(
    db.select({ ownerId: other.ownerId }).from(other).where(eq(other.personId, people.personId)),
  );
  const [ended, , , , , , , , left] = await db.batch([
    ...endLogin(ctx, membership, mayEnd),
    addressChange(ctx, membership, mayEnd),
    endInvitationsOf(ctx, membership, mayEnd),
    noteFormer(ctx, membership, mayEnd),
    db
      .delete(members)
      .where(and(isMembership(membership), mayEnd))
      .returning({ personId: members.personId }),
    // The conditions above ask whether the person who decides can log in, and it may be the same person.
    db.delete(people).where(and(eq(people.personId, personId), belongsNowhere)),
  ]);
  if (left.length === 0) return false;
  await endSockets(ctx, ended);
  await sendAddress(ctx, membership);
  await noteEnded(ctx, membershipKey(membership));
  return true;
}
