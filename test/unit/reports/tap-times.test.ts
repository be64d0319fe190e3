import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { GapWriter, latestTapAt, readGaps, tapTimes } from '../../../src/reports/tap-times';
import { ledgerFact } from '../../support/ledger-fact';

function written(gaps: readonly number[]): string {
  const writer = new GapWriter();
  for (const ms of gaps) writer.add(ms);
  return writer.text;
}

const run = (gaps: string | null, taps: number) =>
  ledgerFact({ occurredAt: 60_000, gaps, firstSeq: 5, lastSeq: 4 + taps });

test('gaps of up to a minute in either direction are read back as written, in printable characters', () => {
  const gap = fc.oneof(fc.constant(0), fc.integer({ min: -59_999, max: 59_999 }), fc.integer({ min: 1, max: 6_000 }));
  fc.assert(
    fc.property(fc.array(gap, { maxLength: 60 }), (gaps) => {
      const text = written(gaps);
      expect(readGaps(text)).toEqual(gaps);
      expect(JSON.stringify(text)).toHaveLength(text.length + 2);
      expect(text).not.toMatch(/[^!-~]/);
    }),
  );
});

test('a row contains the time of each of its taps and which of them was the latest', () => {
  const row = run(written([1_000, -400, 0]), 4);
  expect(tapTimes(row)).toEqual([60_000, 61_000, 60_600, 60_600]);
  expect(latestTapAt(row)).toBe(61_000);
  expect(tapTimes(run(null, 1))).toEqual([60_000]);
  // Gaps that do not match the number of taps are invalid, and so is a gap of a full minute.
  for (const [gaps, taps] of [
    [written([1]), 3],
    [written([1, 1]), 2],
    ['"', 2],
    [null, 3],
  ] as const) {
    expect(() => tapTimes(run(gaps, taps))).toThrow(/run/);
  }
  expect(() => written([60_000])).toThrow(RangeError);
});
