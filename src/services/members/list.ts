import { and, asc, eq, sql } from 'drizzle-orm';
import { isOpenInvitation } from '../../db/owners';
import { formerMembers, memberInvitations, members, people } from '../../db/schema';
import { isoTime, isoTimeOrNull } from '../../time/iso-time';
import type { VerbAccess } from '../access/session';
import type { ServiceContext } from '../context';
import { selectEventIds } from '../events/own-event-ids';
import { SESSION_MS } from '../sessions/limits';
import type { AccountMembers, MemberList } from '../../shared/members/schemas';

/** When a member's sessions of this account were last used: each was last prolonged SESSION_MS before it expires. */
const lastSeenAt = sql<number | null>`(SELECT max(max(seen.created_at, seen.expires_at - ${SESSION_MS}))
  FROM sessions AS seen WHERE seen.user_id IS NOT NULL AND seen.user_id = members.owner_id
  AND CASE WHEN seen.person_id IS NULL THEN seen.user_id ELSE seen.person_id END = members.person_id)`;

/** Returns who belongs to an account, and who is invited. */
export async function loadMembers({ db, now }: ServiceContext, userId: string): Promise<AccountMembers> {
  const { role, eventIds, createdAt } = members;
  const [rows, invitations, present, former] = await db.batch([
    db
      .select({
        personId: people.personId,
        email: people.email,
        role,
        eventIds,
        createdAt,
        lastSeenAt: lastSeenAt.as('last_seen'),
      })
      .from(members)
      .innerJoin(people, eq(people.personId, members.personId))
      .where(eq(members.ownerId, userId))
      .orderBy(asc(createdAt), asc(sql`${members}.rowid`)),
    db
      .select()
      .from(memberInvitations)
      .where(and(eq(memberInvitations.ownerId, userId), isOpenInvitation(db, now())))
      .orderBy(asc(memberInvitations.createdAt)),
    selectEventIds(db, userId),
    db
      .select({ personId: formerMembers.personId, number: formerMembers.number })
      .from(formerMembers)
      .where(eq(formerMembers.ownerId, userId))
      .orderBy(asc(formerMembers.number)),
  ]);
  const own = new Set(present.map(({ eventId }) => eventId));
  const stillThere = (chosen: readonly string[] | null) => chosen?.filter((eventId) => own.has(eventId)) ?? null;
  return {
    members: rows.map((row) => ({
      ...row,
      eventIds: stillThere(row.eventIds),
      createdAt: isoTime(row.createdAt),
      lastSeenAt: isoTimeOrNull(row.lastSeenAt),
    })),
    invitations: invitations.map((row) => ({
      invitationId: row.invitationId,
      email: row.email,
      role: row.role,
      eventIds: stillThere(row.eventIds),
      createdAt: isoTime(row.createdAt),
      expiresAt: isoTime(row.expiresAt),
    })),
    ...(former.length > 0 && { formerMembers: former }),
  };
}

/** Returns who belongs to the caller's account, and who is invited. */
export async function listMembers(
  ctx: ServiceContext,
  { identity: { userId, personId } }: VerbAccess<'members'>,
): Promise<MemberList> {
  const { members: all, ...rest } = await loadMembers(ctx, userId);
  return { members: all.map((member) => ({ ...member, isYou: member.personId === personId })), ...rest };
}
