import { and, eq, exists, ne, type SQL, sql } from 'drizzle-orm';
import { hasOtherOwner, isOwner } from '../../db/owners';
import { isMembership, type Membership } from '../../db/people';
import { members } from '../../db/schema';
import { parse } from '../../http/input';
import { type MemberChange, MemberChangeSchema } from '../../shared/members/schemas';
import { AppError } from '../../shared/errors';
import type { Unchecked } from '../../shared/rules/checked';
import type { Confirmed, VerbAccess } from '../access/session';
import { noteEnded } from '../backups/ended';
import type { ServiceContext } from '../context';
import { endSockets } from '../sessions/end-sockets';
import {
  addressChange,
  endInvitationsOf,
  endLogin,
  endMembership,
  findRole,
  membershipKey,
  mustBeOwner,
  sendAddress,
} from './end-membership';

/**
 * Throws why a change of this membership did nothing: a 403 for a caller who is no owner any more, a 404 without the
 * membership, a 409 for the last owner.
 */
async function refuse(ctx: ServiceContext, caller: Membership, membership: Membership): Promise<never> {
  await mustBeOwner(ctx, caller);
  throw new AppError((await findRole(ctx, membership)) === null ? 'not_found' : 'last_owner');
}

/**
 * Makes a member an owner or a manager, from the member's next call on. A founder who becomes a manager has to log in
 * again. Throws a 409 for the last owner.
 */
export async function changeMember(
  ctx: ServiceContext,
  { identity }: VerbAccess<'members'> & Confirmed,
  personId: string,
  input: Unchecked<MemberChange>,
): Promise<void> {
  const { role } = parse(MemberChangeSchema, input);
  const { db } = ctx;
  const { userId } = identity;
  const membership = { userId, personId };
  const mayChange = and(
    isMembership(membership),
    ne(members.role, role),
    isOwner(db, userId, identity.personId),
    role === 'owner' ? undefined : hasOtherOwner(db, userId, personId),
  );
  const membershipIf = (which: SQL | undefined) => exists(db.select({ role: members.role }).from(members).where(which));
  const isLowered = and(mayChange, eq(members.ownerId, members.personId), eq(members.role, 'owner'));
  const [ended, , , , , , changed] = await db.batch([
    ...endLogin(ctx, membership, role === 'owner' ? sql`false` : membershipIf(isLowered)),
    addressChange(ctx, membership, membershipIf(mayChange)),
    db.update(members).set({ role }).where(mayChange).returning({ role: members.role }),
    endInvitationsOf(ctx, membership, membershipIf(and(isMembership(membership), eq(members.role, 'manager')))),
  ]);
  if (changed.length === 0) {
    if ((await findRole(ctx, membership)) === role) return;
    await refuse(ctx, identity, membership);
  }
  await endSockets(ctx, ended);
  await sendAddress(ctx, membership);
  await noteEnded(ctx, membershipKey(membership, role === 'owner' ? 'manager' : 'owner'));
}

/** Ends somebody's membership, as {@link endMembership} says. Throws a 404 without one, a 409 for the last owner. */
export async function removeMember(
  ctx: ServiceContext,
  { identity }: VerbAccess<'members'> & Confirmed,
  personId: string,
): Promise<void> {
  const membership = { userId: identity.userId, personId };
  const isAllowed = isOwner(ctx.db, identity.userId, identity.personId);
  if (!(await endMembership(ctx, membership, isAllowed))) await refuse(ctx, identity, membership);
}
