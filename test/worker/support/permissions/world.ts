import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { vi } from 'vitest';
import * as z from 'zod/mini';
import { newAccessCode, newId, newToken, sha256Hex } from '../../../../src/crypto/ids';
import { PollAnswerSchema } from '../../../../src/shared/protocol/down';
import { openDatabase } from '../../../../src/db/client';
import { makeOpeningToken } from '../../../../src/services/trust/opening-token';
import { signingKey } from '../../../../src/services/trust/signing-key';
import { newApiKey } from '../../../../src/services/keys/key-text';
import { KEY_SCOPES, type KeyScope } from '../../../../src/shared/keys/schemas';
import { DAY_MS } from '../../../../src/shared/durations';
import type { MemberRole } from '../../../../src/shared/rules/roles';
import type { Event } from '../../../../src/shared/schemas/event';
import { OrderListSchema } from '../../../../src/shared/orders/schemas';
import { type Client, createClient } from '../client';
import { insert, insertInvitation, insertMember, NO_PASSWORD } from './rows';

/** All kinds of callers. The most powerful one is last, so that it notices anything that the others have changed. */
export const PRINCIPALS = [
  /** Has no session. */
  'guest',
  /** Has a display's link and presents its token wherever a session's could be. */
  'display',
  /** Has the operator's token. */
  'operator',
  /** Sessions of the event's admin: one expired, one logged out. */
  'expired',
  'revoked',
  /** A deleted account whose session is still in D1. */
  'deleted',
  /** Somebody who is no member any more, whose session is still in D1. */
  'removed',
  /** API keys of the event's admin: one expired, one revoked, one for other addresses, one for the other event alone. */
  'expiredKey',
  'revokedKey',
  'elsewhereKey',
  'otherEventKey',
  /** A key of another account, with every scope. */
  'otherKey',
  /** Keys of the event's admin, each with the scope of its name. */
  'readKey',
  'countKey',
  'manageKey',
  /** The access code of another event of the same admin. */
  'otherCode',
  /** The admin of another account. */
  'other',
  /** A supervisor of another event of the same account. */
  'elsewhereSupervisor',
  /** The event's access code. */
  'code',
  /** A viewer and a supervisor of the event. */
  'viewer',
  'supervisor',
  /** A manager of the event's account. */
  'manager',
  /** The admin of the event, who owns the account. */
  'owner',
] as const;
export type Principal = (typeof PRINCIPALS)[number];

export interface World {
  /** The ids of the sessions with which both admins call. */
  sessionIds: Readonly<Partial<Record<Principal, string>> & Record<'owner' | 'other', string>>;
  ownerId: string;
  otherId: string;
  /** The event of the calls, with one area. */
  event: Event;
  areaId: string;
  /** Another event of the same admin, with one area. */
  otherEvent: Event;
  otherAreaId: string;
  /** The display of the first event. */
  displayToken: string;
  /** The public link of the first event. */
  publicToken: string;
  /** An inspector's link to the first event. */
  inspection: Inspection;
  /** A recipient of each admin's alerts. */
  recipients: Readonly<Record<'owner' | 'other', Recipient>>;
  /** What the principals with an API key send as Bearer. */
  apiKeys: Readonly<Partial<Record<Principal, string>>>;
  /** The id of an API key of each admin, which nobody calls with. */
  spareKeys: Readonly<Record<'owner' | 'other', string>>;
  /** An invitation to the account of each admin. */
  invitations: Readonly<Record<'owner' | 'other', { invitationId: string; token: string }>>;
  /** The ids of a member who is no caller, of each account. */
  members: Readonly<Record<'owner' | 'other', string>>;
  /** An alert of the first event's room, which nobody has acknowledged yet. */
  alertId: string;
  /** An order to all doors of the first event, which no device has confirmed yet. */
  orderId: string;
  /** The event of another account. */
  foreign: Inserted;
  clients: Readonly<Record<Principal, Client>>;
}

/** An account in its trial, with a password that nobody knows. */
async function createAccount(now: number, deletedAt: number | null = null): Promise<string> {
  const userId = newId();
  await insert('users', {
    user_id: userId,
    email: `${userId}@headroom.test`,
    password_hash: NO_PASSWORD,
    trial_ends_at: now + 7 * DAY_MS,
    created_at: now,
    deleted_at: deletedAt,
  });
  if (deletedAt === null) await insertMember(userId, { personId: userId, role: 'owner' }, now);
  return userId;
}

/** Creates a session as a login does. Returns its token and id. */
async function createSession(
  holder: { user_id: string; person_id?: string } | { event_id: string },
  now: number,
  expiresAt?: number,
) {
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

/** An inspector's link that somebody has opened. */
interface Inspection {
  linkId: string;
  token: string;
  opening: string;
}

/** A mail address that has agreed to alerts. */
interface Recipient {
  recipientId: string;
  mailToken: string;
}

async function insertRecipient(ownerId: string, now: number): Promise<Recipient> {
  const [recipientId, mailToken] = [newId(), newToken()];
  await insert('alert_recipients', {
    recipient_id: recipientId,
    owner_id: ownerId,
    kind: 'mail',
    name: 'Night manager',
    address: `${recipientId}@headroom.test`,
    mail_token: mailToken,
    language: 'en',
    threshold: 0,
    after_minutes: 0,
    created_at: now,
    confirmed_at: now,
  });
  return { recipientId, mailToken };
}

interface KeyRow {
  scopes?: readonly KeyScope[];
  eventId?: string;
  addresses?: readonly string[];
  expiresAt?: number;
  revokedAt?: number;
}

/** An API key that was just used, so that the calls of a test write nothing. */
async function insertKey(ownerId: string, now: number, row: KeyRow = {}): Promise<{ keyId: string; key: string }> {
  const [keyId, key] = [newId(), await newApiKey()];
  await insert('api_keys', {
    key_id: keyId,
    owner_id: ownerId,
    event_id: row.eventId ?? null,
    name: 'Turnstile',
    key_hash: await sha256Hex(key),
    hint: 'hrk_000000',
    scopes: JSON.stringify(row.scopes ?? KEY_SCOPES),
    addresses: row.addresses ? JSON.stringify(row.addresses) : null,
    created_at: now,
    expires_at: row.expiresAt ?? now + 30 * DAY_MS,
    revoked_at: row.revokedAt ?? null,
    last_used_at: now,
  });
  return { keyId, key };
}

interface Inserted {
  event: Event;
  areaId: string;
  displayToken: string;
  publicToken: string;
  inspection: Inspection;
}

async function insertInspection(eventId: string, now: number): Promise<Inspection> {
  const [linkId, token] = [newId(), newToken()];
  await insert('inspector_links', {
    link_id: linkId,
    event_id: eventId,
    token_hash: await sha256Hex(token),
    label: 'Licensing officer Huber',
    created_at: now,
    expires_at: now + 7 * DAY_MS,
  });
  const key = await signingKey(openDatabase(env.DB), now);
  return { linkId, token, opening: await makeOpeningToken(key, linkId, now) };
}

/** An event with one area, as D1 stores it before its room is used for the first time. */
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
  const publicToken = newToken();
  await insert('public_links', { ...row, token: publicToken, detail: 'level' });
  return { event, areaId, displayToken, publicToken, inspection: await insertInspection(eventId, now) };
}

/** The number of people inside. At the area's capacity of 500 it raises an alert. */
export const PEOPLE_INSIDE = 400;

/** Counts enough people for an alert of the area and returns the alert's id. */
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
  // The room records the day by itself a moment later. After that nothing changes any more.
  const onRecord = env.DB.prepare('SELECT day FROM activity_days WHERE event_id = ?').bind(eventId);
  await vi.waitUntil(async () => (await onRecord.first()) !== null, { timeout: 15_000 });
  return alert.alertId;
}

async function giveOrder(owner: Client, { eventId }: Event): Promise<string> {
  const { body } = await owner.post(`/api/events/${eventId}/orders`, { kind: 'hold', target: { type: 'event' } });
  const [order] = z.parse(OrderListSchema, body).orders;
  if (!order) throw new Error('No order was given');
  return order.orderId;
}

/** An event, and a client for each principal that may call for it. */
export async function createWorld(): Promise<World> {
  const now = Date.now();
  const [ownerId, otherId, deletedId] = [
    await createAccount(now),
    await createAccount(now),
    await createAccount(now, now),
  ];
  const { event, areaId, displayToken, publicToken, inspection } = await insertEvent(ownerId, now);
  const { event: otherEvent, areaId: otherAreaId } = await insertEvent(ownerId, now);
  const member = async (role: MemberRole, chosen?: Event) => {
    const personId = newId();
    await insertMember(ownerId, { personId, role, ...(chosen && { eventIds: [chosen.eventId] }) }, now);
    return await createSession({ user_id: ownerId, person_id: personId }, now);
  };
  const foreign = await insertEvent(otherId, now);
  const recipients = {
    owner: await insertRecipient(ownerId, now),
    other: await insertRecipient(otherId, now),
  };
  const keys = {
    expiredKey: await insertKey(ownerId, now, { expiresAt: now }),
    revokedKey: await insertKey(ownerId, now, { revokedAt: now }),
    elsewhereKey: await insertKey(ownerId, now, { addresses: ['192.0.2.0/24'] }),
    otherEventKey: await insertKey(ownerId, now, { eventId: otherEvent.eventId }),
    otherKey: await insertKey(otherId, now),
    readKey: await insertKey(ownerId, now, { scopes: ['read'] }),
    countKey: await insertKey(ownerId, now, { scopes: ['count'] }),
    manageKey: await insertKey(ownerId, now, { scopes: ['manage'] }),
  };
  const spareKeys = { owner: (await insertKey(ownerId, now)).keyId, other: (await insertKey(otherId, now)).keyId };
  const calls = ({ key }: { key: string }) => createClient({ headers: { authorization: `Bearer ${key}` } });
  const sessions = {
    expired: await createSession({ user_id: ownerId }, now, now - 1),
    revoked: await createSession({ user_id: ownerId }, now),
    deleted: await createSession({ user_id: deletedId }, now),
    removed: await createSession({ user_id: ownerId, person_id: newId() }, now),
    otherCode: await createSession({ event_id: otherEvent.eventId }, now),
    other: await createSession({ user_id: otherId }, now),
    code: await createSession({ event_id: event.eventId }, now),
    elsewhereSupervisor: await member('supervisor', otherEvent),
    viewer: await member('viewer', event),
    supervisor: await member('supervisor', event),
    manager: await member('manager'),
    owner: await createSession({ user_id: ownerId }, now),
  };
  await env.DB.prepare('DELETE FROM sessions WHERE session_id = ?').bind(sessions.revoked.sessionId).run();
  const holds = ({ token }: { token: string }) => createClient({ session: token });
  const clients = {
    guest: createClient(),
    display: createClient({ session: displayToken, headers: { authorization: `Bearer ${displayToken}` } }),
    operator: createClient({ headers: { authorization: `Bearer ${env.OPERATOR_TOKEN}` } }),
    expired: holds(sessions.expired),
    revoked: holds(sessions.revoked),
    deleted: holds(sessions.deleted),
    removed: holds(sessions.removed),
    expiredKey: calls(keys.expiredKey),
    revokedKey: calls(keys.revokedKey),
    elsewhereKey: calls(keys.elsewhereKey),
    otherEventKey: calls(keys.otherEventKey),
    otherKey: calls(keys.otherKey),
    readKey: calls(keys.readKey),
    countKey: calls(keys.countKey),
    manageKey: calls(keys.manageKey),
    otherCode: holds(sessions.otherCode),
    other: holds(sessions.other),
    elsewhereSupervisor: holds(sessions.elsewhereSupervisor),
    code: holds(sessions.code),
    viewer: holds(sessions.viewer),
    supervisor: holds(sessions.supervisor),
    manager: holds(sessions.manager),
    owner: holds(sessions.owner),
  };
  const invitations = {
    owner: await insertInvitation(ownerId, now),
    other: await insertInvitation(otherId, now),
  };
  const members = { owner: newId(), other: newId() };
  await insertMember(ownerId, { personId: members.owner, role: 'manager' }, now);
  await insertMember(otherId, { personId: members.other, role: 'manager' }, now);
  const sessionIds = {
    owner: sessions.owner.sessionId,
    other: sessions.other.sessionId,
    elsewhereSupervisor: sessions.elsewhereSupervisor.sessionId,
    viewer: sessions.viewer.sessionId,
    supervisor: sessions.supervisor.sessionId,
    manager: sessions.manager.sessionId,
  };
  const alertId = await raiseAlert(clients.code, event, areaId);
  const orderId = await giveOrder(clients.owner, event);
  return {
    sessionIds,
    ownerId,
    otherId,
    event,
    areaId,
    otherEvent,
    otherAreaId,
    displayToken,
    publicToken,
    inspection,
    recipients,
    apiKeys: Object.fromEntries(Object.entries(keys).map(([who, { key }]) => [who, key])),
    spareKeys,
    invitations,
    members,
    alertId,
    orderId,
    foreign,
    clients,
  };
}

const TABLES =
  "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*' AND name <> 'attempts' ORDER BY name";

/** All that an event's room has stored. */
const storedIn = ({ eventId }: Event): Promise<unknown> =>
  runInDurableObject(env.ROOMS.get(env.ROOMS.idFromName(eventId)), (_room, { storage: { sql } }) =>
    [...sql.exec<{ name: string }>(TABLES)].map(({ name }) => [name, [...sql.exec(`SELECT * FROM "${name}"`).raw()]]),
  );

/**
 * Everything in D1 except the counted attempts, all that both rooms have stored, and their answers with their alerts, devices
 * and orders. Equal as long as nothing has changed.
 */
export async function wholeState({ clients, event, otherEvent }: World) {
  const { results: tables } = await env.DB.prepare(TABLES).all<{ name: string }>();
  const rows = await env.DB.batch(tables.map(({ name }) => env.DB.prepare(`SELECT * FROM "${name}"`)));
  const lists = [`${event.eventId}/areas`, `${event.eventId}/devices`, `${otherEvent.eventId}/areas`];
  const rooms = lists.map((list) => clients.owner.get(`/api/events/${list}`));
  const orders = await clients.owner.get(`/api/events/${event.eventId}/orders`);
  return {
    rows: tables.map(({ name }, i) => [name, rows[i]?.results]),
    rooms: (await Promise.all(rooms)).map(({ body }) => body),
    orders: z.parse(OrderListSchema, orders.body).orders,
    stored: await Promise.all([event, otherEvent].map(storedIn)),
  };
}
