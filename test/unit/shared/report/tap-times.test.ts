import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { GapWriter, latestTapAt, readGaps, tapTimes } from '../../../../src/shared/report/tap-times';
import { ledgerFact } from '../../../support/ledger-fact';

function written(gaps: readonly number[]): string {
  const writer = new GapWriter();
  for (const ms of gaps) writer.add(ms);
  return writer.text;
}

const run = (gaps: string | null, taps: number) =>
  ledgerFact({ occurredAt: 60_000, gaps, firstSeq: 5, lastSeq: 4 + taps });

test('gaps of any length up to a minute, either way, are read back as they were written, in printable characters', () => {
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

test('taps of one moment take one character together, a gap as people tap two, and a rare one three', () => {
  const zeros = (length: number) => written(Array.from({ length }, () => 0));
  expect([zeros(14).length, zeros(15).length]).toEqual([1, 2]);
  expect([1, 92, 93, 1_000, 5_888].map((ms) => written([ms]).length)).toEqual([2, 2, 2, 2, 2]);
  expect([5_889, 59_999, -1, -59_999].map((ms) => written([ms]).length)).toEqual([3, 3, 3, 3]);
});

test.each([60_000, -60_000, 0.5, Number.NaN])('a gap of %d ms is refused', (ms) => {
  expect(() => written([ms])).toThrow(RangeError);
});

test('a row tells when each of its taps was made, and which was the latest', () => {
  const row = run(written([1_000, -400, 0]), 4);
  expect(tapTimes(row)).toEqual([60_000, 61_000, 60_600, 60_600]);
  expect(latestTapAt(row)).toBe(61_000);
  expect(tapTimes(run(null, 1))).toEqual([60_000]);
  expect(tapTimes(run(null, 3))).toBeNull();
  expect(latestTapAt(run(null, 3))).toBe(60_000);
});

test.each([
  ['too few gaps', written([1]), 3],
  ['too many', written([1, 1]), 2],
  ['what are no gaps', '"', 2],
  ['half a gap', written([1_000]).slice(0, 1), 2],
  ['more taps than a run has', written(Array.from({ length: 256 }, () => 0)), 257],
])('%s are no times', (_, gaps, taps) => {
  expect(() => tapTimes(run(gaps, taps))).toThrow(/run/);
});
