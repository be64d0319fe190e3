import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { REPORT_ROW_MAX_BYTES } from '../../../../src/room/limits';
import { Meta } from '../../../../src/room/meta';
import { migrate } from '../../../../src/room/migrations';
import { ReportRows } from '../../../../src/room/report-rows';
import { DayBuilder } from '../../../../src/shared/report/build-days';
import { type DayFigures, NOTHING_YET } from '../../../../src/shared/report/figures';
import { sqlitePort } from '../../../deno/sqlite-ports';

const day = { day: '2040-06-15', startsAt: 0, endsAt: 86_400_000 };
const build = { standing: NOTHING_YET, days: [day], now: day.endsAt, after: 0, upTo: 0, journal: [] };

/** Figures of a day without taps, whose JSON is longer by a text of `bytes` in UTF-8, two of them a character. */
function figuresOf(bytes: number): DayFigures[] {
  return new DayBuilder(build)
    .finish()
    .map((figures) => ({ ...figures, venue: { ...figures.venue, padding: 'é'.repeat(bytes / 2) } }));
}

test('what a day comes to is stored up to the bytes that a row holds, and not at all above', () => {
  const sql = sqlitePort(new DatabaseSync(':memory:'));
  migrate(sql);
  const rows = new ReportRows(sql, new Meta(sql));
  const put = (bytes: number, revision: number) =>
    figuresOf(bytes).map((figures) => rows.put({ ...day, revision, closedAt: day.endsAt }, figures));
  expect(put(REPORT_ROW_MAX_BYTES, 1)).toEqual([false]);
  expect(rows.all()).toEqual([]);
  expect(put(REPORT_ROW_MAX_BYTES - 10_000, 1)).toEqual([true]);
  expect(rows.all()).toMatchObject([{ revision: 1 }]);
});
