import { and, eq, lt } from 'drizzle-orm';
import { events, members, people, sessions, users } from '../../db/schema';
import { selectedRow } from '../../db/selected-row';
import { storedHash } from '../../db/token-hash';
import { isMembership, passwordHash } from '../../db/people';
import { isPresentAccount, isPresentEvent } from '../../db/present';
import type { ServiceContext, Session } from '../context';
import { browserName } from '../../http/browser-name';
import { newId, newToken, sha256Hex } from '../../crypto/ids';
import { SESSION_MS } from './limits';
import { CODE_REPLACED } from '../../shared/protocol/version';
import { noteAct } from '../audit/note';
import { prove } from '../trust/look-up';
import { findSession } from './find';

export type SessionOwner =
  | { type: 'member'; userId: string; personId: string; passwordHash: string; hasConfirmed: boolean }
  | { type: 'code'; eventId: string; accessCode: string };

export interface StartedSession {
  session: Session;
  token: string;
}

interface NewSession {
  sessionId: string;
  tokenHash: string;
  now: number;
  browser: string;
}

/**
 * Returns the statement that inserts a session. It selects from the rows of the member or event: so no session can
 * outlive a simultaneous deletion, or a change of the password or code.
 */
function newRow({ db }: ServiceContext, owner: SessionOwner, row: NewSession) {
  const { tokenHash, sessionId, now: createdAt, browser } = row;
  const fields = { sessionId, createdAt, expiresAt: createdAt + SESSION_MS, browser };
  if (owner.type === 'member') {
    const { ownerId: userId, personId } = members;
    const stored = storedHash(tokenHash, owner.userId, owner.personId);
    const confirmedAt = owner.hasConfirmed ? createdAt : null;
    return db.insert(sessions).select(
      db
        .select(selectedRow(sessions, { ...fields, tokenHash: stored, userId, personId, confirmedAt }))
        .from(members)
        .innerJoin(users, isPresentAccount(userId))
        .innerJoin(people, eq(people.personId, personId))
        .where(and(isMembership(owner), eq(passwordHash, owner.passwordHash))),
    );
  }
  const sameEvent = and(isPresentEvent(owner.eventId), eq(events.accessCode, owner.accessCode));
  return db.insert(sessions).select(
    db
      .select(selectedRow(sessions, { ...fields, tokenHash, eventId: events.eventId }))
      .from(events)
      .where(sameEvent),
  );
}

/**
 * Starts a session and returns it with its cookie's token; null if in the meantime the account or the event
 * was deleted, or the password or the access code changed. Also deletes expired sessions.
 */
export async function startSession(ctx: ServiceContext, owner: SessionOwner): Promise<StartedSession | null> {
  const now = ctx.now();
  const token = newToken();
  const row = { sessionId: newId(), tokenHash: await sha256Hex(token), now, browser: browserName(ctx.userAgent) };
  await ctx.db.batch([ctx.db.delete(sessions).where(lt(sessions.expiresAt, now)), newRow(ctx, owner, row)]);
  prove(row.tokenHash, now);
  const found = await findSession(ctx.db, token, now, { isForSocket: false });
  if (!found || found === CODE_REPLACED) return null;
  await noteAct(ctx, found.session, { action: 'logIn', detail: row.browser });
  return { session: found.session, token };
}
