import { and, eq, exists, ne, not, type SQL, sql } from 'drizzle-orm';
import { hasOtherOwner, isOwner } from '../../db/owners';
import { isMembership, isSessionOf, type Membership } from '../../db/people';
import { members, sessions } from '../../db/schema';
import { parse } from '../../http/input';
import { AppError } from '../../shared/errors';
import { type MadeRef, type MemberChange, type Removal, RemovalSchema } from '../../shared/members/schemas';
import type { Unchecked } from '../../shared/rules/checked';
import { can } from '../../shared/rules/roles';
import type { Confirmed, VerbAccess } from '../access/session';
import { noteAct } from '../audit/note';
import { noteEnded } from '../backups/ended';
import { tellHub } from '../call-room';
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
import { checkGrant, type Grant, grantText } from './grant';
import { endMade, keepMade } from './made';

/**
 * Throws why a change of this membership did nothing: a 403 for a caller who is no owner any more, a 404 without the
 * membership, a 409 for the last owner.
 */
async function refuse(ctx: ServiceContext, caller: Membership, membership: Membership): Promise<never> {
  await mustBeOwner(ctx, caller);
  throw new AppError((await findRole(ctx, membership)) === null ? 'not_found' : 'last_owner');
}

const isAmong = (ends: readonly MadeRef[], { kind, id }: MadeRef): boolean =>
  ends.some((one) => one.kind === kind && one.id === id);

/** The condition that a member has another role, or other events. */
const isOther = ({ role, eventIds }: Grant): SQL =>
  sql`(${members.role} <> ${role} OR ${members.eventIds} IS NOT ${eventIds && JSON.stringify(eventIds)})`;

/**
 * The statements that give the person's sessions of this account new ids; the first one returns the old ids. Their sockets
 * come back with the same cookie, and may what the member may then.
 */
function renewal({ db }: ServiceContext, { userId, personId }: Membership, onlyIf: SQL) {
  const isTheirs = and(isSessionOf(personId), eq(sessions.userId, userId), onlyIf);
  return [
    db.select({ sessionId: sessions.sessionId }).from(sessions).where(isTheirs),
    db
      .update(sessions)
      .set({ sessionId: sql`lower(hex(randomblob(16)))` })
      .where(isTheirs),
  ] as const;
}

/**
 * Gives a member another role or other events, within a second, also in open sockets. A founder who is no owner any more
 * has to log in again. The API keys of somebody who may not manage any more end, and of what else the member has made what
 * the body names. Throws a 409 for the last owner.
 */
export async function changeMember(
  ctx: ServiceContext,
  access: VerbAccess<'members'> & Confirmed,
  personId: string,
  input: Unchecked<MemberChange>,
): Promise<void> {
  const { db } = ctx;
  const { identity } = access;
  const { userId } = identity;
  const { ends = [] } = parse(RemovalSchema, { ends: input.ends });
  const grant = await checkGrant(ctx, userId, input);
  const isOwnership = grant.role === 'owner';
  const membership = { userId, personId };
  const mayChange = and(
    isMembership(membership),
    isOther(grant),
    isOwner(db, userId, identity.personId),
    isOwnership ? undefined : hasOtherOwner(db, userId, personId),
  );
  const membershipIf = (which: SQL | undefined) => exists(db.select({ role: members.role }).from(members).where(which));
  const isLowered = and(mayChange, eq(members.ownerId, members.personId), eq(members.role, 'owner'));
  const isNoOwner = and(isMembership(membership), ne(members.role, 'owner'));
  const [ended, , , , , , renewed, , changed] = await db.batch([
    ...endLogin(ctx, membership, isOwnership ? sql`false` : membershipIf(isLowered)),
    addressChange(ctx, membership, membershipIf(mayChange)),
    ...renewal(ctx, membership, membershipIf(mayChange)),
    db.update(members).set(grant).where(mayChange).returning({ role: members.role }),
    endInvitationsOf(ctx, membership, membershipIf(isNoOwner)),
  ]);
  if (changed.length === 0) {
    const isDone = and(isMembership(membership), not(isOther(grant)));
    const done = await db.select({ role: members.role }).from(members).where(isDone).get();
    if (!done) await refuse(ctx, identity, membership);
  }
  if (changed.length > 0) {
    const ids = renewed.map(({ sessionId }) => sessionId);
    await Promise.all([
      endSockets(ctx, ended),
      tellHub(ctx, 'renew session', userId, (hub) => hub.endSessions(ids, 'renewed')),
      noteAct(ctx, access, { action: 'changeMember', personId, detail: grantText(grant) }),
    ]);
    await sendAddress(ctx, membership);
    await noteEnded(ctx, membershipKey(membership, grant.role));
  }
  // A key may as much as a manager. If an end fails, a call that changes nothing tries it again.
  const mayKeepKeys = can(grant, 'manage');
  const isMeant = (made: MadeRef) => (made.kind === 'key' && !mayKeepKeys) || isAmong(ends, made);
  if (ends.length > 0 || !mayKeepKeys) await endMade(ctx, access, personId, isMeant);
}

/**
 * Ends somebody's membership, as {@link endMembership} says, and of what the member has made what the body names. Throws a
 * 404 without a membership, a 409 for the last owner.
 */
export async function removeMember(
  ctx: ServiceContext,
  access: VerbAccess<'members'> & Confirmed,
  personId: string,
  input: Unchecked<Removal>,
): Promise<void> {
  const { ends = [] } = parse(RemovalSchema, input);
  const { identity } = access;
  const membership = { userId: identity.userId, personId };
  const isAllowed = isOwner(ctx.db, identity.userId, identity.personId);
  if (!(await endMembership(ctx, membership, isAllowed))) await refuse(ctx, identity, membership);
  await noteAct(ctx, access, { action: 'removeMember', personId });
  if (ends.length > 0) await endMade(ctx, access, personId, (made) => isAmong(ends, made));
  await keepMade(ctx, membership);
}
