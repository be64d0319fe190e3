import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, expect } from 'vitest';
import * as z from 'zod/mini';
import { EventSchema } from '../../../src/shared/schemas/event';
import { OrderListSchema } from '../../../src/shared/orders/schemas';
import { toSqlRow } from '../../../src/stored/columns';
import { CLIENTS, type StoredRow, type StoredTable } from '../../../src/stored/tables';
import { FRIDAY, moment } from '../../support/moments';
import { stopClock } from '../../support/clock';
import { createVenue } from './accounts';
import { type Answer, createClient } from './client';
import { expectDocumented } from './documented';
import { batch, clientIdOf } from './room';
import { openSocket } from './sockets';

export const TOKEN = 'operator-token-of-the-tests';
const PART = 700;
const NOON = moment(FRIDAY, '12:00');

/** Sets the operator's token, and the clock to noon. */
export function asOperator(): void {
  beforeEach(() => {
    env.OPERATOR_TOKEN = TOKEN;
    stopClock(NOON);
  });
}

export const client = createClient();
export const headers = { authorization: `Bearer ${TOKEN}` };
/** The OpenAPI document must describe every answer. */
export async function call(method: string, path: string, body?: unknown): Promise<Answer> {
  const answer = await client.call(method, `/api/operator/events/${path}`, { headers, body });
  const route = path.startsWith('import') ? path.replace(/\/.*/, '/:eventId') : path.replace(/^[^/]*/, ':eventId');
  expectDocumented(`${method} /api/operator/events/${route}`, answer);
  return answer;
}

export const roomOf = (eventId: string) => env.ROOMS.get(env.ROOMS.idFromName(eventId));

/** The rows of the room's tables as an export has them, with clients that only the log has. */
export const rowsOf = (eventId: string, tables: readonly StoredTable[]) =>
  runInDurableObject(roomOf(eventId), (room) => {
    const { store, tableDump } = room['parts'];
    const newer = new Map(store.loggedClients().map((row) => [row.clientId, toSqlRow(CLIENTS, row)]));
    const all = (table: StoredTable): StoredRow[] => {
      const rows: StoredRow[] = [];
      for (let page = tableDump.page(table, null); ; page = tableDump.page(table, page.next)) {
        rows.push(...page.rows);
        if (page.next === null) break;
      }
      if (table !== 'clients') return rows;
      return [...rows.filter((row) => !newer.has(String(row['client_id']))), ...newer.values()];
    };
    return Object.fromEntries(tables.map((table) => [table, all(table)]));
  });

export async function exported(eventId: string): Promise<string> {
  const answer = await call('GET', `${eventId}/export`);
  expect(answer.status).toBe(200);
  return answer.text;
}

export const headOf = (file: string): unknown => JSON.parse(file.split('\n')[0] ?? '');

/** The email or the id of the account that gets an imported event. */
type Account = string | { accountId: string };

export async function begin(file: string, account: Account, keepId = false): Promise<string> {
  const which = typeof account === 'string' ? { email: account } : account;
  const begun = await call('POST', 'import', { ...which, keepId, head: headOf(file) });
  expect(begun.status, begun.text).toBe(201);
  return z.parse(z.object({ eventId: z.string() }), begun.body).eventId;
}

/** Sends the file. Returns the answer to the last part, or to the first part that was refused. */
export async function send(eventId: string, file: string) {
  for (let offset = 0; ; offset += PART) {
    const answer = await call('PUT', `import/${eventId}?offset=${offset}`, file.slice(offset, offset + PART));
    if (answer.status !== 200 || offset + PART >= file.length) return answer;
  }
}

export async function imported(file: string, account: Account, keepId = false) {
  const eventId = await begin(file, account, keepId);
  expect((await send(eventId, file)).body).toEqual({ received: file.length });
  const finished = await call('POST', `import/${eventId}`);
  expect(finished.status, finished.text).toBe(200);
  return { eventId, event: z.parse(EventSchema, finished.body) };
}

/** An event with a non-ASCII area name, in which a device has counted under `clientIdOf(7)` and confirmed an order. A drill runs. */
export async function counted() {
  const venue = await createVenue();
  const { admin, event, area, device } = venue;
  await admin.client.call('PATCH', `/api/areas/${area.areaId}`, { body: { areaName: 'Großer Saal 🎉' } });
  const categories = { categories: [{ name: 'Kinder' }], areOutsNamed: false };
  const defined = await admin.client.call('PUT', `/api/events/${event.eventId}/categories`, { body: categories });
  const withCategories = z.parse(EventSchema, defined.body);
  const category = withCategories.categories?.list[0]?.categoryId;
  const door = await openSocket(device, `/api/events/${event.eventId}/socket?v=1`);
  const join = { type: 'join_event', eventId: event.eventId, clientId: clientIdOf(7) } as const;
  door.send({ ...join, deviceId: 'device-0000000007', deviceName: 'Tür' });
  await door.next('sync');
  const { taps, ...frame } = batch(1, [5, 3, -2], area.areaId);
  const named = taps.map((tap, i) => (i === 0 ? { ...tap, category } : tap));
  door.send({ ...frame, taps: named, eventId: event.eventId });
  await door.next('ack');
  await admin.client.call('PUT', `/api/areas/${area.areaId}/recount`, { body: { occupancy: 9, reason: 'By eye' } });
  const path = `/api/events/${event.eventId}/orders`;
  const order = { kind: 'one_in_one_out', target: { type: 'area', areaId: area.areaId }, note: 'Höchstens 500' };
  const given = z.parse(OrderListSchema, (await admin.client.post(path, order)).body);
  await device.post(`${path}/${given.orders[0]?.orderId}/confirm`, { clientId: clientIdOf(7) });
  const eventPath = `/api/events/${event.eventId}`;
  await admin.client.call('PUT', `${eventPath}/assembly-points`, { body: { names: ['Parkplatz'] } });
  await admin.client.post(`${eventPath}/evacuations`, { isDrill: true });
  await admin.client.post(`${eventPath}/counts`, {
    source: { sourceId: 'camera', areaId: area.areaId },
    items: [{ inTotal: 5, outTotal: 5, at: new Date().toISOString() }, { key: 'nobody' }],
  });
  return { ...venue, event: withCategories, category, door };
}

export const COUNTED = [
  'areas',
  'days',
  'clients',
  'ledger',
  'reports',
  'alerts',
  'orders',
  'confirmations',
  'evacuations',
  'sources',
  'source_keys',
  'machine_alerts',
] as const;

export async function nothingIsLeft(eventId: string): Promise<void> {
  expect(await env.DB.prepare('SELECT count(*) AS n FROM events WHERE event_id = ?').bind(eventId).first('n')).toBe(0);
  const left = await rowsOf(eventId, ['meta', 'journal', 'devices', ...COUNTED]);
  expect(Object.values(left).flat()).toEqual([]);
  expect(await runInDurableObject(roomOf(eventId), (_room, { storage }) => storage.getAlarm())).toBeNull();
}
