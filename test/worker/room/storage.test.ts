import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { DaySlices } from '../../../src/room/day-slices';
import { HistoryRows } from '../../../src/room/history-rows';
import { Ledger } from '../../../src/room/ledger';
import { migrate, MIGRATIONS } from '../../../src/room/migrations';
import type { RoomSql } from '../../../src/room/ports';
import { sha256Hex } from '../../../src/lib/ids';
import { STORED_TABLES } from '../../../src/lib/stored-tables';
import { ALERT_THRESHOLDS_MAX, CAPACITY_MAX, HOUR_MS, SAFETY_MARGIN_MAX_PERCENT } from '../../../src/shared/limits';
import { NOTHING_YET } from '../../../src/shared/report/figures';
import { counts, definition, joinRoom, knownRoom, roomStub } from '../support/room';

/** Append only: a hash that changed means that a landed migration was edited. */
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
      exec: (query, ...bindings) => storage.sql.exec(query, ...bindings).toArray(),
      transaction: (inner) => storage.transactionSync(inner),
    }),
  );

test('a newer schema is applied once, on top of what is stored', async () => {
  await knownRoom();
  const newer = [...MIGRATIONS, "ALTER TABLE areas ADD COLUMN colour TEXT NOT NULL DEFAULT 'none'"];
  await inRoom((sql) => migrate(sql, newer));
  await inRoom((sql) => migrate(sql, newer));
  expect(await inRoom((sql) => sql.exec('SELECT colour FROM areas'))).toEqual([{ colour: 'none' }, { colour: 'none' }]);
});

test('runs of before their taps had times are kept, and a day that holds any is of the minute', async () => {
  const at = Date.UTC(2026, 10, 21, 12);
  const days = await inRoom((sql) => {
    for (const table of [
      'ledger',
      'journal',
      'reports',
      'days',
      'log',
      'alerts',
      'devices',
      'clients',
      'areas',
      'meta',
      'schema_version',
    ])
      sql.exec(`DROP TABLE ${table}`);
    migrate(sql, MIGRATIONS.slice(0, 5));
    sql.exec(
      `INSERT INTO ledger (id, client_id, area_id, first_seq, last_seq, change, ins, outs, floored, adjusted, undoes, occurred_at,
         received_at, occupancy) VALUES (?, 'door', 'main', 1, 3, 1, 3, 0, 0, 0, NULL, ?, ?, 3), (?, 'door', 'main', 4, 4, -1, -1, 0, 0, 0, 2, ?, ?, 2)`,
      at * 1000,
      at,
      at,
      (at + 9_000) * 1000,
      at + 9_000,
      at + 9_000,
    );
    migrate(sql);
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

test('a migration that throws leaves storage as it was', async () => {
  await knownRoom();
  const broken = [...MIGRATIONS, 'DELETE FROM areas; SELECT * FROM no_such_table'];
  await inRoom((sql) => expect(() => migrate(sql, broken)).toThrow('no_such_table'));
  expect(await inRoom((sql) => sql.exec('SELECT count(*) AS n FROM areas'))).toEqual([{ n: 2 }]);
  expect(await inRoom((sql) => sql.exec('SELECT value FROM schema_version'))).toEqual([{ value: MIGRATIONS.length }]);
});

test('storage of a newer version is not counted on', async () => {
  await knownRoom();
  await inRoom((sql) => expect(() => migrate(sql, MIGRATIONS.slice(0, -1))).toThrow('newer than this version'));
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
  const tables = await inRoom((sql) =>
    sql
      .exec(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*'",
      )
      .map((row) => z.parse(z.object({ name: z.string() }), row).name),
  );
  const exported = Object.keys(STORED_TABLES);
  expect(tables.filter((name) => name !== 'schema_version' && name !== 'log').toSorted()).toEqual(exported.toSorted());
  for (const [name, { row }] of Object.entries(STORED_TABLES)) {
    const columns = await inRoom((sql) => sql.exec(`SELECT name FROM pragma_table_info('${name}')`));
    expect(columns.map((column) => z.parse(z.object({ name: z.string() }), column).name).toSorted(), name).toEqual(
      Object.keys(row.shape).toSorted(),
    );
  }
});
