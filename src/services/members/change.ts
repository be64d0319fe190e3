import { and, eq, exists, sql } from 'drizzle-orm';
import { members } from '../../db/schema';
import { parse } from '../../http/input';
import { AppError } from '../../shared/errors';
import type { Unchecked } from '../../shared/rules/checked';
import type { Confirmed, VerbAccess } from '../access/session';
import type { ServiceContext } from '../context';
import { endSockets } from '../sessions/end-sockets';
import {
  endInvitationsOf,
  endLogin,
  endMembership,
  hasOtherOwner,
  isMembership,
  type Membership,
} from './end-membership';
import { type MemberChange, MemberChangeSchema } from '../../shared/members/schemas';

/** Throws why a change of this membership did nothing: a 404 without one, a 409 for the last owner. */
async function refuse(ctx: ServiceContext, membership: Membership): Promise<never> {
  const found = await ctx.db.select({ role: members.role }).from(members).where(isMembership(membership)).get();
  throw new AppError(found ? 'last_owner' : 'not_found');
}

/**
 * Makes a member an owner or a manager, from the member's next call on. A founder who becomes a manager has to log in
 * again. Throws a 409 for the last owner.
 */
export async function changeMember(
  ctx: ServiceContext,
  { identity: { userId } }: VerbAccess<'members'> & Confirmed,
  personId: string,
  input: Unchecked<MemberChange>,
): Promise<void> {
  const { role } = parse(MemberChangeSchema, input);
  const membership = { userId, personId };
  const mayChange = role === 'owner' ? sql`true` : hasOtherOwner(ctx, membership);
  const isManager = and(isMembership(membership), eq(members.role, 'manager'));
  const manager = ctx.db.select({ role: members.role }).from(members).where(isManager);
  const isLowered = and(isMembership(membership), eq(members.ownerId, members.personId), eq(members.role, 'owner'));
  const lowered = ctx.db.select({ role: members.role }).from(members).where(and(isLowered, mayChange));
  const [ended, , , , , changed] = await ctx.db.batch([
    ...endLogin(ctx, membership, role === 'owner' ? sql`false` : exists(lowered)),
    ctx.db
      .update(members)
      .set({ role })
      .where(and(isMembership(membership), mayChange))
      .returning({ role: members.role }),
    endInvitationsOf(ctx, membership, sql`EXISTS ${manager}`),
  ]);
  if (changed.length === 0) await refuse(ctx, membership);
  await endSockets(ctx, ended);
}

/** Ends somebody's membership, as {@link endMembership} says. Throws a 404 without one, a 409 for the last owner. */
export async function removeMember(
  ctx: ServiceContext,
  { identity: { userId } }: VerbAccess<'members'> & Confirmed,
  personId: string,
): Promise<void> {
  const membership = { userId, personId };
  if (!(await endMembership(ctx, membership))) await refuse(ctx, membership);
}
