import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { Ledger } from '../../../src/room/ledger';
import type { RoomSql } from '../../../src/room/ports';
import { StoredRows } from '../../../src/room/stored-rows';

const AREAS = 50;
const ROWS_PER_AREA = 40;

/** Fills an empty room; `work` gets its rows, and how many of them were read since. */
const filled = <T>(work: (rows: StoredRows, read: () => number, sql: SqlStorage) => T) =>
  runInDurableObject(env.ROOMS.get(env.ROOMS.newUniqueId()), (_room, { storage: { sql } }) => {
    let read = 0;
    sql.exec(
      `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${AREAS - 1})
       INSERT INTO areas SELECT 'area-' || i, 'A', 100, i, ${ROWS_PER_AREA}, ${ROWS_PER_AREA}, 0, 0, 0, 0, NULL, 1, NULL FROM n`,
    );
    sql.exec(
      `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${AREAS * ROWS_PER_AREA - 1})
       INSERT INTO ledger (id, client_id, area_id, first_seq, last_seq, change, ins, outs, floored, adjusted, occurred_at, received_at, occupancy)
       SELECT i + 1, 'c', 'area-' || (i % ${AREAS}), i, i, 1, 1, 0, 0, 0, 0, 0, 0 FROM n`,
    );
    const counting: RoomSql = {
      exec: (query, ...bindings) => {
        const cursor = sql.exec(query, ...bindings);
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

test('each area is compared with the ledger, which is read through once, not once for each area', async () => {
  const { wrong, read } = await filled((rows, countRead) => ({ wrong: rows.wrongAreas(true), read: countRead() }));
  expect(wrong).toBe(0);
  expect(read).toBeLessThan(3 * AREAS * ROWS_PER_AREA);
});

test('an area that the ledger does not bear out is wrong, also one of which it has no row; but not once rows are gone', async () => {
  const counts = await filled((rows, _read, sql) => {
    sql.exec("UPDATE areas SET ins = ins + 1, outs = outs + 1 WHERE area_id = 'area-3'");
    sql.exec("DELETE FROM ledger WHERE area_id = 'area-4'");
    const whole = [rows.wrongAreas(true), rows.wrongAreas(false)];
    sql.exec("UPDATE areas SET occupancy = 1 WHERE area_id = 'area-5'");
    return [...whole, rows.wrongAreas(false)];
  });
  expect(counts).toEqual([2, 0, 1]);
});
