import { DatabaseSync } from 'node:sqlite';
import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { LedgerFact } from '../../../src/reports/facts';
import { BLOCK_ROWS_MAX } from '../../../src/room/ledger/blocks';
import { Ledger } from '../../../src/room/ledger/ledger';
import { migrate } from '../../../src/room/storage/migrations';
import { sqlitePort } from '../../support/sqlite-ports';
import { ledgerFact } from '../../support/ledger-fact';

const ALL = Number.MAX_SAFE_INTEGER;

const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null });
const facts: fc.Arbitrary<LedgerFact[]> = fc
  .array(
    fc.record({
      clientId: fc.constantFrom('door', 'a "quoted" one', 'tür'),
      areaId: fc.constantFrom('main', 'bar'),
      otherAreaId: maybe(fc.constantFrom('main', 'cellar')),
      firstSeq: fc.nat(),
      lastSeq: fc.nat(),
      change: fc.integer(),
      ins: fc.integer(),
      outs: fc.integer(),
      floored: fc.nat(),
      adjusted: fc.integer(),
      undoes: maybe(fc.nat()),
      undoneAt: maybe(fc.nat(100_000)),
      occurredAt: fc.nat(100_000),
      gaps: maybe(fc.constantFrom('!', '$a')),
      receivedAt: fc.nat(100_000),
      occupancy: fc.nat(),
      category: maybe(fc.constantFrom('adult', 'child')),
      step: fc.integer({ min: 1, max: 3_000 }),
    }),
    { maxLength: 40 },
  )
  .map((rows) => {
    let id = 0;
    return rows.map(({ step, ...row }) => ({ ...row, id: (id += step) }));
  });

/** A ledger with these rows. */
function ledgerOf(rows: readonly LedgerFact[], perBlock = 3): Ledger {
  const sql = sqlitePort(new DatabaseSync(':memory:'));
  migrate(sql);
  const ledger = new Ledger(sql);
  for (let from = 0; from < rows.length; from += perBlock) ledger.append(rows.slice(from, from + perBlock));
  return ledger;
}

const idsOf = (rows: Iterable<LedgerFact>) => Array.from(rows, ({ id }) => id);
const rowAt = (n: number, fields: Partial<LedgerFact> = {}) =>
  ledgerFact({ id: n * 1_000, firstSeq: n, lastSeq: n, occurredAt: n, receivedAt: n, ...fields });
const rowsTo = (count: number) => Array.from({ length: count }, (_, index) => rowAt(index + 1));

test('all rows come back as they were stored, in any part and order of pages', () => {
  fc.assert(
    fc.property(facts, fc.nat(), fc.nat(), fc.integer({ min: 1, max: 7 }), (rows, a, b, limit) => {
      const ledger = ledgerOf(rows);
      const lastId = rows.at(-1)?.id ?? 0;
      expect(ledger.lastId).toBe(lastId);
      expect([...ledger.rows(0)]).toEqual(rows);
      const [after, upTo] = [Math.min(a, b) % (lastId + 1), Math.max(a, b) % (lastId + 1)];
      const within = rows.filter(({ id }) => id > after && id <= upTo);
      expect([...ledger.rows(after, upTo)]).toEqual(within);
      expect(ledger.page(after, upTo, limit)).toEqual(within.slice(0, limit));
      expect(ledger.of('door', 20, -1)).toEqual(rows.filter(({ id, clientId }) => id >= 20_000 && clientId === 'door'));
    }),
  );
});

test('many rows become blocks of a limited size', () => {
  const rows = rowsTo(2 * BLOCK_ROWS_MAX + 1);
  const ledger = ledgerOf(rows, rows.length);
  expect(ledger['sql'].exec('SELECT last_id AS id FROM ledger_blocks')).toEqual(
    [BLOCK_ROWS_MAX, 2 * BLOCK_ROWS_MAX, rows.length].map((n) => ({ id: n * 1_000 })),
  );
  expect([...ledger.rows(0)]).toEqual(rows);
});

test("a client's rows are read backward to the requested tap, and no further", () => {
  const of = (n: number) => (n % 2 === 0 ? 'door' : 'gate');
  const rows = rowsTo(40).map((row, index) => ({ ...row, clientId: of(index) }));
  const ledger = ledgerOf(rows, 6);
  const exec = vi.spyOn(ledger['sql'], 'exec');
  const seqs = (seq: number, at = 0) => ledger.of('door', at, seq).map(({ firstSeq }) => firstSeq);
  expect(seqs(39)).toEqual([37, 39]);
  expect(exec).toHaveBeenCalledTimes(1);
  expect(seqs(30, 32)).toEqual([33, 35, 37, 39]);
  expect(seqs(3)).toEqual(Array.from({ length: 20 }, (_, index) => 2 * index + 1));
  expect(ledger.of('nobody', 0, 3)).toEqual([]);
});

test('the two rows of a transfer are found together, also if they are in two blocks, and nothing from `end` on', () => {
  const rows = [1, 2, 3, 3, 4].map((seq, index) => rowAt(index + 1, { firstSeq: seq, lastSeq: seq }));
  const ledger = ledgerOf(rows, 3);
  const seqs = (seq: number, end?: number) => ledger.of('door', 0, seq, end).map(({ firstSeq }) => firstSeq);
  expect(seqs(3).filter((seq) => seq === 3)).toEqual([3, 3]);
  expect(seqs(0, 4_000)).toEqual([1, 2, 3]);
});

test('no row is stored twice or below an earlier row', () => {
  const ledger = ledgerOf(rowsTo(5));
  for (const wrong of [[rowAt(5)], [rowAt(3)], [rowAt(7), rowAt(6)]])
    expect(() => ledger.append(wrong)).toThrow('takes no row');
  ledger.append([rowAt(6)]);
  expect(idsOf(ledger.rows(4_000))).toEqual([5_000, 6_000]);
});

test('rows from before a time are deleted in steps, and none after it', () => {
  const ledger = ledgerOf(rowsTo(20), 6);
  expect([ledger.hasBefore(1), ledger.hasBefore(2)]).toEqual([false, true]);
  let steps = 1;
  while (ledger.deleteBefore(15, 2)) steps += 1;
  expect(steps).toBeGreaterThan(1);
  expect(steps).toBeLessThan(20);
  expect(idsOf(ledger.rows(0))).toEqual([15_000, 16_000, 17_000, 18_000, 19_000, 20_000]);
  expect([ledger.hasBefore(15), ledger.lastId]).toEqual([false, 20_000]);
});

test('chosen rows are deleted wherever they are, in steps that each scan a limited number of rows', () => {
  const rows = rowsTo(30);
  const ledger = ledgerOf(rows, 4);
  const isGone = ({ firstSeq }: LedgerFact) => firstSeq % 3 === 0 || firstSeq > 26;
  let steps = 0;
  for (let after: number | null = 4_000; after !== null; steps++) after = ledger.deleteWhere(after, ALL, 5, isGone);
  expect(steps).toBeGreaterThan(2);
  const kept = rows.filter((row) => row.id <= 4_000 || !isGone(row));
  expect([...ledger.rows(0)]).toEqual(kept);
  ledger.append([rowAt(27)]);
  expect(ledger.lastId).toBe(27_000);
});

test('a damaged block is an error, not a shorter ledger', () => {
  const ledger = ledgerOf(rowsTo(2));
  ledger['sql'].exec("UPDATE ledger_blocks SET body = json_remove(body, '$[3][0]')");
  expect(() => [...ledger.rows(0)]).toThrow('A block of 2 rows with 1 ids');
});
