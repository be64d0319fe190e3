import { env } from 'cloudflare:workers';
import { vi } from 'vitest';
import * as z from 'zod/mini';
import { newAccessCode, newId, newToken, sha256Hex } from '../../../../src/crypto/ids';
import { PollAnswerSchema } from '../../../../src/shared/protocol/down';
import { DAY_MS } from '../../../../src/shared/limits';
import type { Event } from '../../../../src/shared/schemas/event';
import { type Client, createClient } from '../client';

/** Everyone who may ask, the one last who may do most: what the others try must have changed nothing by then. */
export const PRINCIPALS = [
  /** Without any session. */
  'guest',
  /** Holds a display's link and shows its token wherever a session's could stand. */
  'viewer',
  /** Holds the operator's token. */
  'operator',
  /** The owner's sessions: past its time, and logged out. */
  'expired',
  'revoked',
  /** An account that is deleted, and whose session is in D1 all the same. */
  'deleted',
  /** The access code of another event of the same owner. */
  'otherCode',
  /** Another account's admin. */
  'other',
  /** The event's access code. */
  'code',
  /** The admin whose event it is. */
  'owner',
] as const;
export type Principal = (typeof PRINCIPALS)[number];

export interface World {
  /** Of the sessions that both admins ask with. */
  sessionIds: Readonly<Partial<Record<Principal, string>> & Record<'owner' | 'other', string>>;
  ownerId: string;
  /** What is asked about, with one area, */
  event: Event;
  areaId: string;
  /** another event of the same owner, with one area, */
  otherEvent: Event;
  otherAreaId: string;
  /** and the first one's display, */
  displayToken: string;
  /** and what its room alerts to, which nobody has seen yet. */
  alertId: string;
  /** Another account's. */
  foreign: Inserted;
  clients: Readonly<Record<Principal, Client>>;
}

/** Puts a row straight into D1: hashing a password takes longer than a hundred calls. */
async function insert(table: string, row: Record<string, string | number | null>): Promise<void> {
  const names = Object.keys(row);
  const marks = names.map(() => '?').join(', ');
  const statement = env.DB.prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${marks})`);
  await statement.bind(...Object.values(row)).run();
}

/** An account in its trial, with a password that nobody knows. */
async function createAccount(now: number, deletedAt: number | null = null): Promise<string> {
  const userId = newId();
  await insert('users', {
    user_id: userId,
    email: `${userId}@headroom.test`,
    password_hash: `scrypt$16384$8$1$${'0'.repeat(32)}$${'0'.repeat(64)}`,
    trial_ends_at: now + 7 * DAY_MS,
    created_at: now,
    deleted_at: deletedAt,
  });
  return userId;
}

/** Answers the token and the id of a session, as after a login. */
async function createSession(holder: { user_id: string } | { event_id: string }, now: number, expiresAt?: number) {
  const [token, sessionId] = [newToken(), newId()];
  await insert('sessions', {
    token_hash: await sha256Hex(token),
    session_id: sessionId,
    ...holder,
    created_at: now,
    expires_at: expiresAt ?? now + 30 * DAY_MS,
    confirmed_at: 'user_id' in holder ? now : null,
  });
  return { token, sessionId };
}

interface Inserted {
  event: Event;
  areaId: string;
  displayToken: string;
}

/** An event with one area, as D1 holds it before anyone has visited its room. */
async function insertEvent(ownerId: string, now: number): Promise<Inserted> {
  const [eventId, accessCode, areaId, displayToken] = [newId(), newAccessCode(), newId(), newToken()];
  const event = { eventId, eventName: 'Summer Fest', accessCode };
  const row = { event_id: eventId, created_at: now };
  await insert('events', {
    ...row,
    owner_id: ownerId,
    event_name: event.eventName,
    access_code: accessCode,
    display_token: displayToken,
  });
  await insert('areas', { ...row, area_id: areaId, area_name: 'Main Stage', capacity: 500 });
  return { event, areaId, displayToken };
}

/** Of 500: enough for an alert. */
export const PEOPLE_INSIDE = 400;

/** So many are in that the area's room alerts; answers the alert's id. */
async function raiseAlert(door: Client, { eventId }: Event, areaId: string): Promise<string> {
  const now = Date.now();
  const taps = [{ areaId, change: PEOPLE_INSIDE, at: now }];
  const { body } = await door.post(`/api/events/${eventId}/occupancy`, {
    clientId: crypto.randomUUID(),
    seq: 1,
    sentAt: now,
    taps,
  });
  const [alert] = z.parse(PollAnswerSchema, body).sync.alerts ?? [];
  if (!alert) throw new Error('No alert was raised');
  // The room puts the day on record by itself, a moment later: from then on nothing moves.
  const onRecord = env.DB.prepare('SELECT day FROM activity_days WHERE event_id = ?').bind(eventId);
  await vi.waitUntil(async () => (await onRecord.first()) !== null, { timeout: 15_000 });
  return alert.alertId;
}

/** An event, and a client of each principal that may want something of it. */
export async function createWorld(): Promise<World> {
  const now = Date.now();
  const [ownerId, otherId, deletedId] = [
    await createAccount(now),
    await createAccount(now),
    await createAccount(now, now),
  ];
  const { event, areaId, displayToken } = await insertEvent(ownerId, now);
  const { event: otherEvent, areaId: otherAreaId } = await insertEvent(ownerId, now);
  const foreign = await insertEvent(otherId, now);
  const sessions = {
    expired: await createSession({ user_id: ownerId }, now, now - 1),
    revoked: await createSession({ user_id: ownerId }, now),
    deleted: await createSession({ user_id: deletedId }, now),
    otherCode: await createSession({ event_id: otherEvent.eventId }, now),
    other: await createSession({ user_id: otherId }, now),
    code: await createSession({ event_id: event.eventId }, now),
    owner: await createSession({ user_id: ownerId }, now),
  };
  await env.DB.prepare('DELETE FROM sessions WHERE session_id = ?').bind(sessions.revoked.sessionId).run();
  const holds = ({ token }: { token: string }) => createClient({ session: token });
  const clients = {
    guest: createClient(),
    viewer: createClient({ session: displayToken, headers: { authorization: `Bearer ${displayToken}` } }),
    operator: createClient({ headers: { authorization: `Bearer ${env.OPERATOR_TOKEN}` } }),
    expired: holds(sessions.expired),
    revoked: holds(sessions.revoked),
    deleted: holds(sessions.deleted),
    otherCode: holds(sessions.otherCode),
    other: holds(sessions.other),
    code: holds(sessions.code),
    owner: holds(sessions.owner),
  };
  const sessionIds = { owner: sessions.owner.sessionId, other: sessions.other.sessionId };
  const alertId = await raiseAlert(clients.code, event, areaId);
  return { sessionIds, ownerId, event, areaId, otherEvent, otherAreaId, displayToken, alertId, foreign, clients };
}

const JournalSchema = z.object({ journal: z.array(z.unknown()) });

/**
 * All that D1 holds but the counted attempts, and what both rooms say, with their alerts, devices and journal: equal as long
 * as nothing has happened.
 */
export async function wholeState({ clients, event, otherEvent }: World): Promise<unknown> {
  const { results: tables } = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*' AND name <> 'attempts'",
  ).all<{ name: string }>();
  const rows = await env.DB.batch(tables.map(({ name }) => env.DB.prepare(`SELECT * FROM "${name}"`)));
  const lists = [`${event.eventId}/areas`, `${event.eventId}/devices`, `${otherEvent.eventId}/areas`];
  const rooms = lists.map((list) => clients.owner.get(`/api/events/${list}`));
  const report = clients.owner.get(`/api/events/${event.eventId}/report`);
  return {
    rows: tables.map(({ name }, i) => [name, rows[i]?.results]),
    rooms: (await Promise.all(rooms)).map(({ body }) => body),
    journal: z.parse(JournalSchema, (await report).body),
  };
}
