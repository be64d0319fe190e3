import { LruMap } from '../../concurrency/lru-map';
import type { RoomCallContext } from '../../rpc/contract';
import type { SourceKey } from '../../rpc/source-calls';
import type { SourceSender } from '../../rpc/source-batch';
import { AppError } from '../../shared/errors';
import { KEY_KNOWN_MS } from '../../shared/limits';
import { message } from '../../shared/messages/message';
import { serviceTexts } from '../../shared/messages/service-texts';
import { type CountingAccess, requireEvent, toEventAccess } from '../access/event';
import { requireSession } from '../access/session';
import type { ServiceContext, Session } from '../context';
import { authenticateKey } from './authenticate';

/** The access of a machine, whose batches are too many to ask D1 about each. */
export interface SourceAccess extends Pick<CountingAccess, 'roomContext'> {
  sender: SourceSender;
  /** The key for which the room may have to vouch; undefined if a person's session makes the call. */
  key: SourceKey | undefined;
  /** Asks D1 again if something of this access was only remembered; null otherwise. Throws what the caller is refused with. */
  ask: (() => Promise<SourceAccess>) | null;
  /** Refusals in a row of what was only remembered, when this call began. */
  refusals: number;
}

/** How many events an isolate remembers at least. */
const EVENTS_REMEMBERED = 1000;

interface RememberedEvent {
  event: Omit<RoomCallContext, 'account'>;
  readAt: number;
}

/** Opened events of machines, by their ids. Their rooms know better whether they still exist. */
const events = new LruMap<string, RememberedEvent>(EVENTS_REMEMBERED);

/**
 * After this many refusals in a row, D1 is asked first for KEY_KNOWN_MS: the room probably sleeps between batches. A room
 * that has just started refuses two.
 */
const REFUSALS_MAX = 3;

/** Refusals in a row of what was only remembered, and the last one's time (epoch ms), by key and event. */
const refusals = new LruMap<string, { count: number; at: number }>(EVENTS_REMEMBERED);
const pairOf = (sessionId: string, eventId: string): string => `${sessionId} ${eventId}`;

/** Notes whether the room took what this isolate only remembered. */
export function noteVouching(
  { key, roomContext, refusals: before }: SourceAccess,
  hasVouched: boolean,
  at: number,
): void {
  if (key === undefined) return;
  const pair = pairOf(key.sessionId, roomContext.eventId);
  if (hasVouched) refusals.delete(pair);
  // The calls of many machines at a time are refused by one room that has just started: that is one refusal.
  else refusals.set(pair, { count: before + 1, at });
}

function isAsleep(sessionId: string, eventId: string, now: number): boolean {
  const last = refusals.get(pairOf(sessionId, eventId));
  return last !== undefined && last.count >= REFUSALS_MAX && now >= last.at && now - last.at < KEY_KNOWN_MS;
}

function recall(ctx: ServiceContext, { identity, key }: Session, eventId: string): RememberedEvent['event'] | null {
  const known = events.get(eventId);
  if (known === undefined || identity.type !== 'admin' || key === undefined) return null;
  const age = ctx.now() - known.readAt;
  const isOwn = known.event.ownerId === identity.userId && (key.eventId ?? eventId) === eventId;
  return isOwn && age >= 0 && age < KEY_KNOWN_MS ? known.event : null;
}

function remember({ now }: ServiceContext, { roomContext }: CountingAccess): void {
  const { account: _account, ...event } = roomContext;
  // Until an event is opened, no call may reach its room.
  if (event.isOpened === true) events.set(event.eventId, { event, readAt: now() });
}

const CODE_MAY_NOT = message(serviceTexts, 'machines_need_key');

/**
 * Checks what `requireEvent` checks, and that an API key or the organizer sends: whoever has an access code could speak as any
 * machine. With a key that this isolate has asked D1 about within KEY_KNOWN_MS it answers from
 * memory, and the room decides whether key and event still stand, unless the room is likely to sleep.
 */
export async function requireSource(ctx: ServiceContext, eventId: string): Promise<SourceAccess> {
  const session = requireSession(ctx);
  const { identity } = session;
  if (identity.type === 'code') throw new AppError('forbidden', CODE_MAY_NOT);
  if (session.key === undefined) {
    const { roomContext } = await requireEvent(ctx, eventId);
    return { roomContext, sender: `admin:${identity.userId}`, key: undefined, ask: null, refusals: 0 };
  }
  const { isProven } = session.key;
  if (!isProven && isAsleep(session.sessionId, eventId, ctx.now())) return await askAgain(ctx, eventId);
  const key = { sessionId: session.sessionId, isProven };
  const sender = `key:${session.key.keyId}` as const;
  const known = isProven ? null : recall(ctx, session, eventId);
  const ask = isProven ? null : () => askAgain(ctx, eventId);
  const before = refusals.get(pairOf(session.sessionId, eventId))?.count ?? 0;
  const asked = { sender, key, ask, refusals: before };
  if (known !== null) return { roomContext: toEventAccess(known, session).roomContext, ...asked };
  const access = await requireEvent(ctx, eventId);
  remember(ctx, access);
  return { roomContext: access.roomContext, ...asked };
}

async function askAgain(ctx: ServiceContext, eventId: string): Promise<SourceAccess> {
  const session = await authenticateKey(ctx, ctx.apiKey ?? '', 'count');
  return await requireSource({ ...ctx, session }, eventId);
}
