import { DatabaseSync } from 'node:sqlite';
import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { DaySlices } from '../../../src/room/reports/day-slices';
import { Ledger } from '../../../src/room/ledger/ledger';
import { SourceRows } from '../../../src/room/storage/source-rows';
import { LedgerReader } from '../../../src/room/storage/ledger-reader';
import { migrate } from '../../../src/room/storage/migrations';
import { HOUR_MS } from '../../../src/shared/durations';
import { DayBuilder } from '../../../src/reports/days/build-days';
import { activeDays } from '../../support/build-report';
import type { LedgerFact } from '../../../src/reports/facts';
import { type DayFigures, EMPTY_OPENING } from '../../../src/reports/figures';
import type { Build } from '../../../src/reports/plan';
import { sqlitePort } from '../../support/sqlite-ports';
import { histories } from '../reports/history';
import { TestRoom } from '../reports/support';

/** Limits that are so small that every branch runs. */
const NARROW = { taps: 3, chunkRows: 4 };

/** Creates a ledger with these rows. */
function tablesWith(ledger: readonly LedgerFact[]) {
  const sql = sqlitePort(new DatabaseSync(':memory:'));
  migrate(sql);
  const stored = new Ledger(sql);
  for (let from = 0; from < ledger.length; from += 3) stored.append(ledger.slice(from, from + 3));
  const sources = new SourceRows(sql);
  const nothingLogged = { loggedRows: () => [], loggedClients: () => [] };
  return new LedgerReader(sql, { ledger: stored, lastLedgerRowId: stored.lastId, ...nothingLogged, sources });
}

function bySlices(build: Build, history: LedgerReader, limits: typeof NARROW): DayFigures[] {
  const steps = new DaySlices(build, history, limits).steps();
  return [...steps].filter((figures) => figures !== undefined);
}

function atOnce(build: Build, history: LedgerReader): DayFigures[] {
  const builder = new DayBuilder(build);
  builder.add(history.page(build.after, build.upTo, Number.MAX_SAFE_INTEGER));
  return builder.finish();
}

test('slices of any size produce the same days as all rows at once', () => {
  fc.assert(
    fc.property(histories, ({ room, clock, now }) => {
      const { ledger } = room;
      const tables = tablesWith(ledger);
      const days = activeDays(ledger, clock);
      const upTo = ledger.at(-1)?.id ?? 0;
      const build: Build = { opening: EMPTY_OPENING, days, now, after: 0, upTo, journal: room.journal };
      const all = bySlices(build, tables, NARROW);
      expect(all).toEqual(atOnce(build, tables));
      let opening = EMPTY_OPENING;
      for (const day of days) {
        const after = Math.max(0, (opening.at - 12 * HOUR_MS) * 1000);
        const next = { ...build, opening, days: [day], after };
        const [figures] = bySlices(next, tables, NARROW);
        expect(figures).toEqual(atOnce(next, tables)[0]);
        opening = figures?.closing ?? opening;
      }
    }),
    { numRuns: 60 },
  );
});

test('no step keeps more than a slice or reads more rows than a chunk, whatever the size of the day', () => {
  const from = Date.parse('2026-07-11T12:00:00Z');
  const room = new TestRoom();
  room.addArea(from - HOUR_MS, 'hall', 5);
  // A hundred of these taps have the same time.
  for (let n = 0; n < 1_000; n++) {
    room.tap(from + Math.max(100, n) * 500, { client: `door ${n % 3}`, change: n % 2 === 0 ? 1 : -1 });
  }
  const days = activeDays(room.ledger, { timeZone: 'UTC', reportTime: '06:00' });
  const upTo = room.ledger.at(-1)?.id ?? 0;
  const build = { opening: EMPTY_OPENING, days, now: from + HOUR_MS, after: 0, upTo, journal: room.journal };
  const history = tablesWith(room.ledger);
  expect(bySlices(build, history, NARROW)).toEqual(atOnce(build, history));
  const limits = { taps: 200, chunkRows: 50 };
  const builder = new DaySlices(build, history, limits);
  const survey = vi.spyOn(history.slices, 'survey');
  const between = vi.spyOn(history.slices, 'between');
  const read = (): number =>
    between.mock.results.reduce((rows, page) => rows + (page.type === 'return' ? page.value.length : 0), 0);
  let kept = 0;
  const taken: number[] = [];
  const surveyed: number[] = [];
  for (const _ of builder.steps()) {
    kept = Math.max(kept, builder['rows'].count);
    taken.push(read());
    surveyed.push(survey.mock.calls.length);
    between.mockClear();
    survey.mockClear();
  }
  expect(kept).toBeGreaterThan(100);
  expect(kept).toBeLessThanOrEqual(limits.taps);
  expect(Math.max(...taken)).toBeGreaterThan(0);
  expect(Math.max(...taken)).toBeLessThanOrEqual(limits.chunkRows);
  expect(surveyed.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 1));
});
