import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { app } from '../../../src/app';
import { sha256Hex } from '../../../src/crypto/ids';
import { applyMigrations } from '../../../src/durable-object/migrations';
import { sqlOf } from '../../../src/durable-object/sql-of';
import { MIGRATIONS as HUB_MIGRATIONS } from '../../../src/hub/migrations';
import { OpenRooms } from '../../../src/hub/open-rooms';
import type { Columns } from '../../../src/stored/columns';
import { STORED_TABLES } from '../../../src/stored/tables';
import { RoomStore } from '../../../src/room/storage/room-store';
import { migrate, MIGRATIONS } from '../../../src/room/storage/migrations';
import type { RoomSql } from '../../../src/room/ports';
import { TableDump } from '../../../src/room/storage/table-dump';
import { EventListSchema } from '../../../src/shared/schemas/event';
import { loginWithCode, signUp } from '../support/accounts';
import { HTTP } from '../support/client';
import { ADMIN, batch, knownRoom, poll, query, roomStub, VISIT } from '../support/room';
import { UPGRADE } from '../support/sockets';

/** Tests where a room is stored, in which tables, and how the next migration changes them. */

/**
 * Only append. Until the tag of version 1.0, the one migration is edited; from then on a changed hash means that somebody
 * edited a landed migration.
 */
const LANDED: readonly string[] = ['78c76aea7e2692df46ace72def1733813c984cd9eeacaf7fb0f04b8bcb47ac76'];

const LANDED_IN_HUBS: readonly string[] = [
  'c7b2987ac11ac5c72ae412e4abe62ebec5b0199702e9205d40cb398cd2857094',
  '9fd08122090158b7da71da4255e73c092a065a73fe1fd924ad6aa3fe99180803',
];

test('landed migrations are never edited', async () => {
  expect(await Promise.all(MIGRATIONS.map((sql) => sha256Hex(sql)))).toEqual(LANDED);
  expect(await Promise.all(HUB_MIGRATIONS.map((sql) => sha256Hex(sql)))).toEqual(LANDED_IN_HUBS);
});

test('the next migration of a hub is applied once, on top of what it has stored', async () => {
  await runInDurableObject(env.HUBS.get(env.HUBS.idFromName('owner-of-next')), async (_hub, { storage }) => {
    new OpenRooms({ sql: storage.sql, roomOf: () => roomStub() }).add({ eventId: 'event-1', jurisdiction: null });
    const next = [...HUB_MIGRATIONS, "ALTER TABLE rooms ADD COLUMN place TEXT NOT NULL DEFAULT 'weur'"];
    for (let twice = 0; twice < 2; twice += 1) applyMigrations(sqlOf(storage), next);
    expect(storage.sql.exec('SELECT event_id, place FROM rooms').toArray()).toEqual([
      { event_id: 'event-1', place: 'weur' },
    ]);
    expect(() => applyMigrations(sqlOf(storage), HUB_MIGRATIONS)).toThrow('newer than this version');
  });
});

const inRoom = <T>(work: (sql: RoomSql) => T): Promise<T> =>
  runInDurableObject(roomStub(), (_room, { storage }) => work(sqlOf(storage)));
const OWN_TABLES = `SELECT name FROM sqlite_master
  WHERE type = 'table' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*'`;
const names = async (sql: string) =>
  z
    .parse(z.array(z.object({ name: z.string() })), await query(sql))
    .map(({ name }) => name)
    .toSorted();

test('a newer schema is applied once on top of the stored data, and a failing or newer schema changes nothing', async () => {
  await knownRoom();
  const broken = [...MIGRATIONS, 'DELETE FROM areas; SELECT * FROM no_such_table'];
  await inRoom((sql) => expect(() => migrate(sql, broken)).toThrow('no_such_table'));
  expect(await query('SELECT value FROM schema_version')).toEqual([{ value: MIGRATIONS.length }]);
  const newer = [...MIGRATIONS, "ALTER TABLE areas ADD COLUMN color TEXT NOT NULL DEFAULT 'none'"];
  for (let twice = 0; twice < 2; twice += 1) await inRoom((sql) => migrate(sql, newer));
  expect(await query('SELECT color FROM areas')).toEqual([{ color: 'none' }, { color: 'none' }]);
  await inRoom((sql) => expect(() => migrate(sql)).toThrow('newer than this version'));
});

test('the export of a room contains all of its tables and columns, except the log, which is written into them', async () => {
  await knownRoom();
  const inOtherForm = new Set(['schema_version', 'log', 'ledger_blocks']);
  const tables = (await names(OWN_TABLES)).filter((name) => !inOtherForm.has(name));
  // The rows in blocks are exported one by one.
  const { ledger: _ledger, ...asStored } = STORED_TABLES;
  expect(tables).toEqual(Object.keys(asStored).toSorted());
  for (const [name, { columns }] of Object.entries<{ columns: Columns }>(asStored)) {
    const stored = await names(
      `SELECT name || ' ' || iif(type = 'TEXT', 'text', 'int') || iif("notnull" OR pk, '', '?') AS name
       FROM pragma_table_info('${name}')`,
    );
    const declared = Object.values(columns).map(({ sql, type }) => `${sql} ${type.replace('time', 'int')}`);
    expect(stored, name).toEqual(declared.toSorted());
  }
});

test('an area of an imported room is invalid when its ledger does not support it, unless rows are deleted', async () => {
  await knownRoom();
  await roomStub().recountArea(VISIT, 'bar', { occupancy: 5, reason: 'Looked' }, ADMIN);
  await poll(1, batch(1, [3]));
  await poll(1, batch(2, [3], 'bar'));
  await runInDurableObject(roomStub(), (room) => room['parts'].store.writeLogToTables());
  const wrong = (isWhole: boolean) => inRoom((sql) => new TableDump(sql, new RoomStore(sql)).wrongAreas(isWhole));
  expect(await wrong(true)).toBe(0);
  await query("UPDATE areas SET ins = ins + 1, outs = outs + 1 WHERE area_id = 'main'");
  await runInDurableObject(roomStub(), (room) =>
    room['parts'].store.ledger.deleteWhere(0, Number.MAX_SAFE_INTEGER, 10, ({ areaId }) => areaId === 'bar'),
  );
  expect([await wrong(true), await wrong(false)]).toEqual([2, 0]);
  await query("UPDATE areas SET occupancy = 1 WHERE area_id = 'main'");
  expect(await wrong(false)).toBe(1);
});

test.each([
  ['near the device that joins first', {}, { status: 201, asked: ['hubs', 'rooms weur'], stored: [null] }],
  ['in a jurisdiction', { JURISDICTION: 'eu' }, { status: 201, asked: ['hubs@eu', 'rooms@eu'], stored: ['eu'] }],
  ['nowhere under an unknown jurisdiction', { JURISDICTION: 'Europe' }, { status: 500, asked: [], stored: [] }],
])('the room of a new event is created %s', async (_where, variables, expected) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { client } = await signUp();
  const asked: string[] = [];
  /** The real namespace, which also records the requested jurisdiction and location, as in `rooms@eu weur`. */
  const noted = <T extends Rpc.DurableObjectBranded>(name: string, objects: DurableObjectNamespace<T>): object => ({
    idFromName: (text: string) => objects.idFromName(text),
    // Local runtimes have no jurisdictions.
    jurisdiction: (to: string) => noted(`${name}@${to}`, objects),
    get: (id: DurableObjectId, options?: { locationHint?: string }) => {
      asked.push([name, options?.locationHint ?? ''].join(' ').trim());
      return objects.get(id);
    },
  });
  const request = new Request(`${HTTP}/api/events`, {
    method: 'POST',
    headers: { cookie: client.cookie() },
    body: JSON.stringify({ eventName: 'Fest' }),
    cf: { continent: 'EU', longitude: '11.6' },
  });
  const objects = { ROOMS: noted('rooms', env.ROOMS), HUBS: noted('hubs', env.HUBS) };
  const { status } = await app.fetch(request, { ...env, ...variables, ...objects });
  expect(asked.some((one) => one.startsWith('rooms'))).toBe(false);
  const [created] = z.parse(EventListSchema, (await client.get('/api/events')).body);
  if (created !== undefined) {
    const door = await loginWithCode(created.accessCode);
    const headers = { cookie: door.cookie(), ...UPGRADE };
    const socket = new Request(`${HTTP}/api/events/${created.eventId}/socket`, {
      headers,
      cf: { continent: 'EU', longitude: '11.6' },
    });
    const { webSocket } = await app.fetch(socket, { ...env, ...variables, ...objects });
    webSocket?.accept();
    webSocket?.close();
  }
  const { results } = await env.DB.prepare('SELECT jurisdiction FROM events').all();
  expect({ status, asked: asked.toSorted(), stored: results.map((row) => row.jurisdiction) }).toEqual(expected);
});
