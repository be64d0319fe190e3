import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { app } from '../../../src/app';
import { sha256Hex } from '../../../src/crypto/ids';
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

/** Tests where a room is stored, in which tables, and how tables of earlier versions are migrated. */

/** Only append. A changed hash means that somebody edited a landed migration. */
const LANDED: readonly string[] = [
  '57dd8febb6e86bc64446d15ff10c93ccd87496666b6e1fdbc7a8d55f43ad921a',
  '2f4d50da4037c387bd2f8e4a4caf44af9475739765b7023c6986c675497c5607',
  '3b4006037194249b8ea25779f7e76054542b87fb2f507809c962fb2ff2f212c6',
  '53c61df669aea2f0ccb33d2019fd8b795d766c7b7f3078b6a3723f7f902022cb',
  'ba968bfc36a79f911baa94db54e50758f9f654d81e114e857382e9b10a6ef48f',
  '8ccd2273667717a8f570ac44820f922de5b92f7eed1d265a8cfbf4305f64ab49',
  '80da6937579cc8c3b71b44a34c20f28748f8236a112d176dadcdcebd8ae0b423',
  '80fbb71f9f3e846d37d1c9626294907cba38d374bdb1c7592c1468439831a429',
  '361445bc858051391b690ad69a8e8baf919e36c6605fcf7b1f64cd8630764a5b',
  '04ac94a76eb64255ab72c3ebdbf6b2eb7f32e66ad700102abb58e62151b1d96a',
  '584c915afad43114684134c885034c0eeca5ca7d1edd531e1557aff9dbe1c78b',
  '4c701bb700fcdaf8a3a4b67f8f0846d60fd1445b3ab556a4c10443acccf17697',
  '57525085e219d647f56ddeb6ffc83298e7652416e93c8cd12d895cb5bab8d866',
  'ee1b090693173a4af1f4090f1e5365943f6fe94f32e8af1f78f3e34517969d1b',
  'd35ae1fc24a00c5738d1c5bf212dd7e30c59502245e865fb79acd4a03f14820f',
  '13b0f97a5349211ddce5bbf0bf28a0f4b7126978112bdc68a589418770406bc2',
  '36fe3e7f2ea610cdaf4f78af03df6c8c592da56baabcf0f8c8e0ffeebf1ac788',
  '82c10599e5d1610ef17cc27b53bb6280e5606e83f86569cf2006c1e1d2d8478f',
  'fb1307b8e04580153693e1dda2a9aca0dc760f6cc5274aa1b44c09b074e5484d',
  '0814cade1cd960ca9ce36369a23cc01eb39080f0496d4736fb7351dc1f15af1b',
  '9ee7408d878e6578a0176d47b6acf3e80c8a2836c36b2696e7dda90e7a97f118',
  'ccf87eb2688ad932f9d5c59f3c0cba894569c5038abe36ca4be6eb3fd3f14bf2',
  'a964c17f4b69aaa32e780a6aae6cc95633fa0909851e8543e0291ab508a8e4bd',
];

test('landed migrations are never edited', async () => {
  expect(await Promise.all(MIGRATIONS.map((sql) => sha256Hex(sql)))).toEqual(LANDED);
});

const inRoom = <T>(work: (sql: RoomSql) => T): Promise<T> =>
  runInDurableObject(roomStub(), (_room, { storage }) =>
    work({
      exec: (sql, ...bindings) => storage.sql.exec(sql, ...bindings).toArray(),
      transaction: (inner) => storage.transactionSync(inner),
    }),
  );
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
  const newer = [...MIGRATIONS, "ALTER TABLE areas ADD COLUMN colour TEXT NOT NULL DEFAULT 'none'"];
  for (let twice = 0; twice < 2; twice += 1) await inRoom((sql) => migrate(sql, newer));
  expect(await query('SELECT colour FROM areas')).toEqual([{ colour: 'none' }, { colour: 'none' }]);
  await inRoom((sql) => expect(() => migrate(sql)).toThrow('newer than this version'));
});

test('the export of a room contains all of its tables and columns, except the log, which is written into them', async () => {
  await knownRoom();
  // The rows in blocks are exported as rows of the table ledger.
  const inOtherForm = new Set(['schema_version', 'log', 'ledger_blocks']);
  const tables = (await names(OWN_TABLES)).filter((name) => !inOtherForm.has(name));
  expect(tables).toEqual(Object.keys(STORED_TABLES).toSorted());
  for (const [name, { columns }] of Object.entries<{ columns: Columns }>(STORED_TABLES)) {
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
