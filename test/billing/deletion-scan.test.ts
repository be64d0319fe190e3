import {
  createScheduledController,
  evictDurableObject,
  listDurableObjectIds,
  runDurableObjectAlarm,
  runInDurableObject,
} from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { AccountHub } from '../../src/hub/account-hub';
import worker from '../../src/index';
import { DAY_MS, HOUR_MS } from '../../src/shared/durations';
import { CreatedApiKeySchema } from '../../src/shared/keys/schemas';
import { OrderListSchema } from '../../src/shared/orders/schemas';
import { eventually } from '../support/eventually';
import { confirmPasswords, createArea, createEvent, deleteAccount, loginWithCode } from '../worker/support/accounts';
import { createClient } from '../worker/support/client';
import { openSocket } from '../worker/support/sockets';
import { pass } from './support/clock';
import { Venue } from './support/venue';
import { deliver } from './support/webhooks';

/** Checks that no data of a deleted account is left in any store of this product. */

const NameSchema = z.object({ name: z.string() });
const TABLES = `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*'
  AND name NOT GLOB 'sqlite_*' AND name NOT IN ('d1_migrations', 'schema_version')`;

/** The stored rows as JSON, by store: `D1 users`, `room ledger`. */
type Store = Map<string, string[]>;

async function everything(): Promise<Store> {
  const store: Store = new Map();
  const add = (where: string, rows: readonly unknown[]) =>
    store.set(where, [...(store.get(where) ?? []), ...rows.map((row) => JSON.stringify(row))]);
  const namesOf = (rows: readonly unknown[]) => rows.map((row) => z.parse(NameSchema, row).name);
  for (const name of namesOf((await env.DB.prepare(TABLES).all()).results)) {
    add(`D1 ${name}`, (await env.DB.prepare(`SELECT * FROM ${name}`).all()).results);
  }
  const addObjects = async (what: 'room' | 'hub', namespace: DurableObjectNamespace) => {
    for (const id of await listDurableObjectIds(namespace)) {
      await runInDurableObject(namespace.get(id), async (_object, { storage }) => {
        for (const name of namesOf(storage.sql.exec(TABLES).toArray())) {
          add(`${what} ${name}`, storage.sql.exec(`SELECT * FROM ${name}`).toArray());
        }
        add(`${what} kv`, [...storage.kv.list()]);
        const alarm = await storage.getAlarm();
        add(`${what} alarm`, alarm === null ? [] : [alarm]);
      });
    }
  };
  await addObjects('room', env.ROOMS);
  await addObjects('hub', env.HUBS);
  return store;
}

/** Finds the stores that contain any of the words. */
const placesOf = (store: Store, words: readonly string[]): string[] =>
  [...store]
    .flatMap(([where, rows]) =>
      words.filter((word) => rows.some((row) => row.includes(word))).map((word) => `${where}: ${word}`),
    )
    .toSorted();

/** Does the same as {@link placesOf}, and expects each word in some store. This proves that the scan works. */
function foundPlaces(store: Store, words: readonly string[]): string[] {
  const places = placesOf(store, words);
  const found = new Set(places.map((place) => place.split(': ')[1]));
  expect(words.filter((word) => !found.has(word))).toEqual([]);
  return places;
}

/** Counts with a device and returns the words that identify it. */
async function tap(venue: Venue, eventId: string, areaId: string, name: string): Promise<string[]> {
  const [clientId, deviceId] = [`client-of-${name}`, `device-of-${name}`];
  const device = await openSocket(venue.client, `/api/events/${eventId}/socket?v=1`);
  device.send({ type: 'join_event', eventId, clientId, deviceId, deviceName: name });
  await device.next('sync');
  device.send({ type: 'update_occupancy', eventId, areaId, change: 90 });
  await device.next('ack');
  return [clientId, deviceId, name];
}

/** Fills every table that an account can fill and returns the words that identify the account. */
async function fill(venue: Venue, mark: string): Promise<string[]> {
  const { client, userId, email } = venue;
  await client.call('PUT', '/api/users/billing-details', {
    body: { billing_first_name: `First-${mark}`, billing_business_name: `Firm-${mark}`, billing_address_country: 'DE' },
  });
  const event = await createEvent(venue, `Event-${mark}`);
  const area = await createArea(venue, event.eventId, `Area-${mark}`, 100);
  const gone = await createArea(venue, event.eventId, `Gone-${mark}`, 100);
  await confirmPasswords();
  const limits = { scopes: ['count'], eventId: event.eventId, addresses: null, days: 1 };
  const made = await client.post('/api/keys', { name: `Key-${mark}`, ...limits });
  const { keyId, key } = z.parse(CreatedApiKeySchema, made.body);
  const machine = createClient({ headers: { authorization: `Bearer ${key}` } });
  const counted = await machine.post(`/api/events/${event.eventId}/counts`, {
    source: {
      sourceId: `source-${mark}`,
      door: `Door-${mark}`,
      kind: 'turnstile',
      direction: 'both',
      areaId: area.areaId,
    },
    items: [{ key: `item-${mark}`, in: 1 }],
  });
  expect(counted.status).toBe(200);
  const devices = await tap(venue, event.eventId, gone.areaId, `Early-${mark}`);
  const room = env.ROOMS.get(env.ROOMS.idFromName(event.eventId));
  // The machine falls silent.
  await pass(HOUR_MS / 2);
  await runDurableObjectAlarm(room);
  await client.call('DELETE', `/api/areas/${gone.areaId}`);
  await client.call('PUT', `/api/areas/${area.areaId}/recount`, { body: { occupancy: 3, reason: `Reason-${mark}` } });
  const settings = { capacity: 90, staffAllowance: 0, safetyMarginPercent: 0, alertThresholds: [50] };
  await client.call('PUT', `/api/events/${event.eventId}/venue`, { body: settings });
  const categories = { categories: [{ name: `Category-${mark}` }], areOutsNamed: false };
  await client.call('PUT', `/api/events/${event.eventId}/categories`, { body: categories });
  await client.call('PUT', `/api/events/${event.eventId}/letterhead`, {
    body: { organizer: `Organizer-${mark}`, address: `Address-${mark}` },
  });
  const display = await client.post(`/api/events/${event.eventId}/display`);
  const { displayToken } = z.parse(z.object({ displayToken: z.string() }), display.body);
  const open = await client.call('PUT', `/api/events/${event.eventId}/public`, { body: { detail: 'numbers' } });
  const { link: publicLink } = z.parse(z.object({ link: z.object({ token: z.string() }) }), open.body);
  const recipient = await client.post('/api/alert-recipients', {
    kind: 'webhook',
    name: `Recipient-${mark}`,
    address: `https://hook.test/${mark}`,
    language: 'en',
    eventIds: [event.eventId],
    threshold: 0,
    afterMinutes: 0,
    quietHours: null,
    topics: ['alerts', 'counts', 'orders'],
  });
  expect(recipient.status).toBe(201);
  const inspection = await client.post(`/api/events/${event.eventId}/inspections`, {
    label: `Officer-${mark}`,
    hours: 168,
  });
  const link = z.parse(z.object({ linkId: z.string(), token: z.string() }), inspection.body);
  expect((await createClient().post(`/api/inspections/${link.token}/openings`)).status).toBe(201);
  const eventPath = `/api/events/${event.eventId}`;
  const order = { kind: 'stop', target: { type: 'event' }, note: `Order-${mark}` };
  const given = z.parse(OrderListSchema, (await client.post(`${eventPath}/orders`, order)).body);
  const orderId = given.orders[0]?.orderId ?? '';
  await client.post(`${eventPath}/orders/${orderId}/confirm`, { clientId: `client-of-Early-${mark}` });
  await client.call('PUT', `${eventPath}/assembly-points`, { body: { names: [`Point-${mark}`] } });
  await client.post(`${eventPath}/evacuations`, { isDrill: true });
  await loginWithCode(event.accessCode);
  await createClient().post('/api/auth/login', { username: 'ABCD-2346' });
  await client.get('/api/users/export');
  await env.DB.prepare('INSERT INTO password_resets (token_hash, user_id, expires_at) VALUES (?, ?, ?)')
    .bind(`reset-${mark}`, userId, Date.now() + HOUR_MS)
    .run();
  await env.DB.prepare("INSERT INTO second_steps VALUES (?, 'totp', ?, 0, '[]', 0, NULL)")
    .bind(userId, `step-${mark}`)
    .run();
  await env.DB.prepare('INSERT INTO awaited_events (event_id, owner_id, file_key, definition) VALUES (?, ?, ?, ?)')
    .bind(`awaited-${mark}`, userId, `events/awaited-${mark}`, '{}')
    .run();
  await env.DB.prepare('INSERT INTO former_members (owner_id, person_id, number) VALUES (?, ?, 1)')
    .bind(userId, `former-${mark}`)
    .run();
  await env.DB.prepare('INSERT INTO invitations (token_hash, expires_at) VALUES (?, ?)')
    .bind(`invitation-beside-${mark}`, Date.now() + HOUR_MS)
    .run();
  await confirmPasswords();
  const invited = await client.post('/api/members/invitations', {
    role: 'manager',
    email: `invited-${mark}@example.com`,
  });
  expect(invited.status).toBe(201);
  const hub = env.HUBS.get(env.HUBS.idFromName(userId));
  await runInDurableObject(hub, (_hub, { storage }) =>
    storage.sql.exec('INSERT INTO mail_days (day, mails) VALUES (0, 1)').toArray(),
  );
  const countsTold = () =>
    runInDurableObject(hub, (_hub, { storage }) => storage.sql.exec('SELECT * FROM counts_told').toArray().length);
  await eventually(async () => expect(await countsTold()).toBeGreaterThan(0));
  // This business day is over, so its report is stored.
  await pass(DAY_MS);
  await evictDurableObject(room);
  await runDurableObjectAlarm(room);
  // An event that was deleted earlier keeps its name for the bill.
  const earlier = await createEvent(venue, `Earlier-${mark}`);
  await client.call('DELETE', `/api/events/${earlier.eventId}`);
  await venue.runBilling();
  await deliver();
  const sessions = await env.DB.prepare('SELECT session_id, token_hash FROM sessions WHERE user_id = ? OR event_id = ?')
    .bind(userId, event.eventId)
    .all();
  // This tap comes last, so that the log still holds it.
  const late = await tap(venue, event.eventId, area.areaId, `Late-${mark}`);
  // The ack comes before the hub hears of the tap. The jobs of their alarms wait for that, and for the messages about it.
  await runDurableObjectAlarm(room);
  await runDurableObjectAlarm(hub);
  await client.call('DELETE', `/api/keys/${keyId}`);
  return [
    ...['First', 'Firm', 'reset', 'Event', 'Organizer', 'Address', 'Area', 'Gone', 'Reason', 'Category', 'awaited'].map(
      (kind) => `${kind}-${mark}`,
    ),
    `Key-${mark}`,
    `step-${mark}`,
    `invited-${mark}`,
    `former-${mark}`,
    keyId,
    `source-${mark}`,
    `Door-${mark}`,
    `item-${mark}`,
    `Order-${mark}`,
    orderId,
    `Point-${mark}`,
    `Recipient-${mark}`,
    `https://hook.test/${mark}`,
    userId,
    email,
    await venue.customerId(),
    event.eventId,
    event.accessCode,
    displayToken,
    publicLink.token,
    link.linkId,
    `Officer-${mark}`,
    earlier.eventId,
    venue.eventId,
    area.areaId,
    gone.areaId,
    ...devices,
    ...late,
    ...sessions.results.flatMap((row) => Object.values(row).map(String)),
  ];
}

/**
 * These stores may be empty. A room keeps everything in tables, a hub has a job only while it has work, and a worker
 * caches its signing key.
 */
const MAY_BE_EMPTY = new Set(['room kv', 'hub job', 'D1 signing_keys']);

/** These rows stay after every deletion, because they identify nobody. */
const OF_NOBODY = new Set(['D1 provider_events', 'D1 attempts', 'D1 signing_keys', 'D1 invitations']);

test('no row in D1, a room or a hub holds data of a deleted account, and other accounts keep theirs', async () => {
  const [leaving, staying] = [await Venue.paying(), await Venue.paying()];
  const words = await fill(leaving, 'leaving');
  const others = await fill(staying, 'staying');
  const before = await everything();
  foundPlaces(before, words);
  const othersBefore = foundPlaces(before, others);
  // Every table of the product must have a row. Fill each new table above.
  const empty = [...before].filter(([where, rows]) => rows.length === 0 && !MAY_BE_EMPTY.has(where));
  expect(empty.map(([where]) => where)).toEqual([]);

  expect((await deleteAccount(leaving.client)).status).toBe(200);
  await leaving.finish();

  const after = await everything();
  expect(placesOf(after, words)).toEqual([]);
  expect(placesOf(after, others)).toEqual(othersBefore);
});

test('the hourly job leaves no row of a deleted account even when the hub missed the deletion and a room is still registered', async () => {
  const venue = await Venue.paying();
  const words = await fill(venue, 'untold');
  const told = vi.spyOn(AccountHub.prototype, 'deleteAccount').mockResolvedValue();
  await deleteAccount(venue.client);
  told.mockRestore();
  expect(placesOf(await everything(), words).filter((place) => place.startsWith('hub'))).not.toEqual([]);

  await worker.scheduled(createScheduledController({ scheduledTime: Date.now() }), env);
  await venue.finish();
  const after = await everything();
  expect(placesOf(after, words)).toEqual([]);
  // This was the only account, so the remaining rows belong to nobody.
  expect(
    [...after].filter(([where, rows]) => rows.length > 0 && !OF_NOBODY.has(where)).map(([where]) => where),
  ).toEqual([]);
});
