import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { accountColumns, toAccountState } from '../../db/accounts';
import type { Database } from '../../db/client';
import { isEventOpened } from '../../db/opened-events';
import { events, members, people, sessions, users } from '../../db/schema';
import { adoptFounder, sessionPerson } from '../../db/people';
import { isPresentAccount, isPresentEvent } from '../../db/present';
import { isHash } from '../../db/token-hash';
import type { Identity, Session } from '../context';
import { sha256Hex } from '../../crypto/ids';
import { logError } from '../../observability/log';
import { HANDOVER_MS, SESSION_MS } from './limits';
import { DAY_MS } from '../../shared/durations';
import { CODE_REPLACED } from '../../shared/protocol/version';
import { hasChosenEvents } from '../../shared/rules/roles';

export interface FoundSession {
  session: Session;
  /** True if the session was prolonged: then its cookie must be prolonged, too. */
  renewed: boolean;
}

/** A session is prolonged at most once a day, so that not every request writes to D1. */
const RENEW_AFTER_MS = DAY_MS;

const isElsewhere = sql<boolean>`EXISTS (SELECT 1 FROM members AS elsewhere
  WHERE elsewhere.person_id = members.person_id AND elsewhere.owner_id <> members.owner_id)`.mapWith(Boolean);

const query = (db: Database, tokenHash: string, now: number) =>
  db
    .select({
      sessionId: sessions.sessionId,
      expiresAt: sessions.expiresAt,
      ownUserId: sessions.userId,
      ownEventId: sessions.eventId,
      userId: users.userId,
      accountEmail: sql<string | null>`${users.email}`.as('account_email'),
      personId: people.personId,
      email: people.email,
      role: members.role,
      eventIds: members.eventIds,
      isElsewhere: isElsewhere.as('is_elsewhere'),
      ...accountColumns,
      eventId: events.eventId,
      accessCode: events.accessCode,
      jurisdiction: events.jurisdiction,
      revision: events.revision,
      isOpened: isEventOpened,
    })
    .from(sessions)
    .leftJoin(events, isPresentEvent(sessions.eventId))
    .leftJoin(users, isPresentAccount(sql`coalesce(${sessions.userId}, ${events.ownerId})`))
    .leftJoin(members, and(eq(members.ownerId, sessions.userId), eq(members.personId, sessionPerson)))
    .leftJoin(people, eq(people.personId, members.personId))
    .where(and(isHash(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, now)))
    .get();

type Row = NonNullable<Awaited<ReturnType<typeof query>>>;

/** Reads the session's row. If the release before has signed the account up, its founder becomes a person first. */
async function readRow(db: Database, tokenHash: string, now: number): Promise<Row | undefined> {
  const row = await query(db, tokenHash, now);
  if (!row || row.ownUserId === null || row.personId !== null || row.accountEmail === null) return row;
  await adoptFounder(db, row.accountEmail);
  return await query(db, tokenHash, now);
}

/** Returns the person of an account's session; null if it is no member any more. */
function personOf({ personId, email, role, eventIds: chosen, isElsewhere: elsewhere }: Row) {
  if (personId === null || email === null || role === null) return null;
  const eventIds = hasChosenEvents(role) ? (chosen ?? []) : null;
  return { personId, email, role, eventIds, isElsewhere: elsewhere };
}

/** Converts a row into a session; null if its account or event is deleted, or its person is no member any more. */
function sessionOf(row: Row, now: number): Session | null {
  const { sessionId, userId, subscriptionStatus, trialEndsAt, accountRevision } = row;
  if (userId === null || trialEndsAt === null) return null;
  const account = toAccountState({ subscriptionStatus, trialEndsAt, accountRevision }, now);
  if (row.ownUserId !== null) {
    const person = personOf(row);
    return person && { sessionId, identity: { type: 'member', userId, ...person }, account };
  }
  const { eventId, accessCode, jurisdiction, revision, isOpened } = row;
  if (eventId === null || accessCode === null || revision === null) return null;
  const place = { eventId, jurisdiction, revision, isOpened };
  const identity: Identity = { type: 'code', role: 'door', eventIds: [eventId], accessCode, ownerId: userId, ...place };
  return { sessionId, identity, account };
}

/** Prolongs the session. Returns false if D1 cannot write: the call continues, and the next one tries again. */
async function renew(db: Database, tokenHash: string, now: number): Promise<boolean> {
  try {
    await db
      .update(sessions)
      .set({ expiresAt: now + SESSION_MS })
      .where(and(isHash(sessions.tokenHash, tokenHash), lt(sessions.expiresAt, now + SESSION_MS)));
    return true;
  } catch (error) {
    logError('session.renew', error);
    return false;
  }
}

/**
 * Finds the session of a cookie's token. Returns null if there is none, it has expired, or its account or event is
 * deleted. Returns CODE_REPLACED if it ended with its access code. The session is prolonged if D1 can write, but not
 * for a socket, whose answer cannot set a cookie. In its last HANDOVER_MS it is not prolonged and opens no sockets,
 * because another session may have replaced it.
 */
export async function findSession(
  db: Database,
  token: string,
  now: number,
  { isForSocket }: { isForSocket: boolean },
): Promise<FoundSession | typeof CODE_REPLACED | null> {
  const tokenHash = await sha256Hex(token);
  const row = await readRow(db, tokenHash, now);
  if (!row) return null;
  if (row.ownUserId === null && row.ownEventId === null) return CODE_REPLACED;
  const session = sessionOf(row, now);
  if (!session) return null;
  const isEnding = row.expiresAt <= now + HANDOVER_MS;
  if (isEnding && isForSocket) return null;

  const isDue = !isForSocket && !isEnding && row.expiresAt < now + SESSION_MS - RENEW_AFTER_MS;
  return { session, renewed: isDue && (await renew(db, tokenHash, now)) };
}
