import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { app } from '../../../src/app';
import { sha256Hex } from '../../../src/lib/ids';
import { STORED_TABLES } from '../../../src/lib/stored-tables';
import { DaySlices } from '../../../src/room/day-slices';
import { HistoryRows } from '../../../src/room/history-rows';
import { Ledger } from '../../../src/room/ledger';
import { migrate, MIGRATIONS } from '../../../src/room/migrations';
import type { RoomSql } from '../../../src/room/ports';
import { StoredRows } from '../../../src/room/stored-rows';
import { ALERT_THRESHOLDS_MAX, CAPACITY_MAX, HOUR_MS, SAFETY_MARGIN_MAX_PERCENT } from '../../../src/shared/limits';
import { NOTHING_YET } from '../../../src/shared/report/figures';
import { signUp } from '../support/accounts';
import { HTTP } from '../support/client';
import { counts, definition, joinRoom, knownRoom, query, roomStub } from '../support/room';

/** Where a room is stored, in which tables, and how tables of earlier versions are migrated. */

/** Only append: a changed hash means that somebody edited a landed migration. */
const LANDED: readonly string[] = [
  '57dd8febb6e86bc64446d15ff10c93ccd87496666b6e1fdbc7a8d55f43ad921a',
  '2f4d50da4037c387bd2f8e4a4caf44af9475739765b7023c6986c675497c5607',
  '3b4006037194249b8ea25779f7e76054542b87fb2f507809c962fb2ff2f212c6',
  '53c61df669aea2f0ccb33d2019fd8b795d766c7b7f3078b6a3723f7f902022cb',
  'ba968bfc36a79f911baa94db54e50758f9f654d81e114e857382e9b10a6ef48f',
  '8ccd2273667717a8f570ac44820f922de5b92f7eed1d265a8cfbf4305f64ab49',
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

test('a newer schema is applied once, on top of what is stored; storage of a newer version is not counted on', async () => {
  await knownRoom();
  const newer = [...MIGRATIONS, "ALTER TABLE areas ADD COLUMN colour TEXT NOT NULL DEFAULT 'none'"];
  for (let twice = 0; twice < 2; twice += 1) await inRoom((sql) => migrate(sql, newer));
  expect(await query('SELECT colour FROM areas')).toEqual([{ colour: 'none' }, { colour: 'none' }]);
  await inRoom((sql) => expect(() => migrate(sql)).toThrow('newer than this version'));
});

test('a migration that throws leaves storage as it was', async () => {
  await knownRoom();
  const broken = [...MIGRATIONS, 'DELETE FROM areas; SELECT * FROM no_such_table'];
  await inRoom((sql) => expect(() => migrate(sql, broken)).toThrow('no_such_table'));
  expect(await query('SELECT count(*) AS n FROM areas')).toEqual([{ n: 2 }]);
  expect(await query('SELECT value FROM schema_version')).toEqual([{ value: MIGRATIONS.length }]);
});

test('runs of before their taps had times are kept, and a day that holds any is of the minute', async () => {
  const at = Date.UTC(2026, 10, 21, 12);
  for (const table of await names(OWN_TABLES)) await query(`DROP TABLE ${table}`);
  const days = await inRoom((sql) => {
    migrate(sql, MIGRATIONS.slice(0, 5));
    sql.exec(
      `INSERT INTO ledger (id, client_id, area_id, first_seq, last_seq, change, ins, outs, floored, adjusted, undoes, occurred_at,
         received_at, occupancy) VALUES (?1 * 1000, 'door', 'main', 1, 3, 1, 3, 0, 0, 0, NULL, ?1, ?1, 3),
         (?2 * 1000, 'door', 'main', 4, 4, -1, -1, 0, 0, 0, 2, ?2, ?2, 2)`,
      at,
      at + 9_000,
    );
    migrate(sql);
    const day = { day: '2026-11-21', startsAt: at - 6 * HOUR_MS, endsAt: at + 18 * HOUR_MS };
    const upTo = Number.MAX_SAFE_INTEGER;
    const build = { standing: NOTHING_YET, days: [day], now: at + HOUR_MS, after: 0, upTo, journal: [] };
    return [...new DaySlices(build, new HistoryRows(sql, new Ledger(sql))).steps()].filter(
      (each) => each !== undefined,
    );
  });
  expect(days).toMatchObject([
    { precision: 'minute', venue: { ins: 2, peak: 3, closing: 2 }, quality: { taps: 4, rows: 2 } },
  ]);
});

test('a venue from before its limits were lowered neither stops the room nor a device', async () => {
  const venue = {
    capacity: CAPACITY_MAX + 1,
    staffAllowance: CAPACITY_MAX + 1,
    safetyMarginPercent: SAFETY_MARGIN_MAX_PERCENT + 1,
    alertThresholds: Array.from({ length: ALERT_THRESHOLDS_MAX + 1 }, (_, i) => 1_000 + i),
  };
  await knownRoom({ event: { ...definition().event, venue } });
  await evictDurableObject(roomStub());
  expect(await counts()).toEqual({ main: [0, 0, 0], bar: [0, 0, 0] });
  const { device } = await joinRoom();
  await knownRoom({ revision: 2, event: { ...definition().event, eventName: 'Later', venue } });
  expect((await device.next('event_updated')).event).toMatchObject({ eventName: 'Later', venue });
});

test('what leaves a room and comes back are all of its tables and columns, but for the log, which is folded into them', async () => {
  await knownRoom();
  const tables = (await names(OWN_TABLES)).filter((name) => name !== 'schema_version' && name !== 'log');
  expect(tables).toEqual(Object.keys(STORED_TABLES).toSorted());
  for (const [name, { row }] of Object.entries(STORED_TABLES)) {
    const columns = await names(`SELECT name FROM pragma_table_info('${name}')`);
    expect(columns, name).toEqual(Object.keys(row.shape).toSorted());
  }
});

describe('the areas of a room that comes back are compared with its ledger', () => {
  const AREAS = 50;
  const ROWS = 40 * AREAS;

  /** Fills an empty room; `work` gets its rows, and how many rows were read since. */
  const filled = <T>(work: (rows: StoredRows, read: () => number, sql: SqlStorage) => T) =>
    runInDurableObject(env.ROOMS.get(env.ROOMS.newUniqueId()), (_room, { storage: { sql } }) => {
      sql.exec(
        `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${AREAS - 1})
         INSERT INTO areas SELECT 'area-' || i, 'A', 100, i, ${ROWS / AREAS}, ${ROWS / AREAS}, 0, 0, 0, 0, NULL, 1, NULL FROM n`,
      );
      sql.exec(
        `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${ROWS - 1})
         INSERT INTO ledger (id, client_id, area_id, first_seq, last_seq, change, ins, outs, floored, adjusted, occurred_at, received_at, occupancy)
         SELECT i + 1, 'c', 'area-' || (i % ${AREAS}), i, i, 1, 1, 0, 0, 0, 0, 0, 0 FROM n`,
      );
      let read = 0;
      const counting: RoomSql = {
        exec: (statement, ...bindings) => {
          const cursor = sql.exec(statement, ...bindings);
          const found = cursor.toArray();
          read += cursor.rowsRead;
          return found;
        },
        transaction: (job) => job(),
      };
      const rows = new StoredRows(counting, new Ledger(counting));
      read = 0;
      return work(rows, () => read, sql);
    });

  test('which is read through once, not once for each area', async () => {
    const { wrong, read } = await filled((rows, countRead) => ({ wrong: rows.wrongAreas(true), read: countRead() }));
    expect(wrong).toBe(0);
    expect(read).toBeLessThan(3 * ROWS);
  });

  test('one that it does not bear out is wrong, also one of which it has no row; but not once rows are gone', async () => {
    const wrong = await filled((rows, _read, sql) => {
      sql.exec("UPDATE areas SET ins = ins + 1, outs = outs + 1 WHERE area_id = 'area-3'");
      sql.exec("DELETE FROM ledger WHERE area_id = 'area-4'");
      const whole = [rows.wrongAreas(true), rows.wrongAreas(false)];
      sql.exec("UPDATE areas SET occupancy = 1 WHERE area_id = 'area-5'");
      return [...whole, rows.wrongAreas(false)];
    });
    expect(wrong).toEqual([2, 0, 1]);
  });
});

describe('the room of a new event', () => {
  /** The real namespace, which also notes the requested jurisdiction and location, as in `rooms@eu weur`. */
  function noted<T extends Rpc.DurableObjectBranded>(
    asked: string[],
    name: string,
    objects: DurableObjectNamespace<T>,
  ): object {
    return {
      idFromName: (text: string) => objects.idFromName(text),
      // Local runtimes have no jurisdictions.
      jurisdiction: (to: string) => noted(asked, `${name}@${to}`, objects),
      get: (id: DurableObjectId, options?: { locationHint?: string }) => {
        asked.push([name, options?.locationHint ?? ''].join(' ').trim());
        return objects.get(id);
      },
    };
  }

  test.each([
    ['near whoever creates it', {}, { status: 201, asked: ['hubs', 'rooms weur'], stored: [null] }],
    ['in a jurisdiction', { JURISDICTION: 'eu' }, { status: 201, asked: ['hubs@eu', 'rooms@eu'], stored: ['eu'] }],
    ['nowhere under a jurisdiction that is none', { JURISDICTION: 'Europe' }, { status: 500, asked: [], stored: [] }],
  ])('is created %s', async (_where, variables, expected) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { client } = await signUp();
    const asked: string[] = [];
    const objects = { ROOMS: noted(asked, 'rooms', env.ROOMS), HUBS: noted(asked, 'hubs', env.HUBS) };
    const request = new Request(`${HTTP}/api/events`, {
      method: 'POST',
      headers: { cookie: client.cookie() },
      body: JSON.stringify({ eventName: 'Fest' }),
      cf: { continent: 'EU', longitude: '11.6' },
    });
    const { status } = await app.fetch(request, { ...env, ...variables, ...objects });
    const { results } = await env.DB.prepare('SELECT jurisdiction FROM events').all();
    expect({ status, asked: asked.toSorted(), stored: results.map((row) => row.jurisdiction) }).toEqual(expected);
    if (status === 500) expect(String(log.mock.calls)).toContain('JURISDICTION is Europe');
    log.mockRestore();
  });
});
