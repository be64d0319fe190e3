import { expect, test } from 'vitest';
import { faultsOf } from '../../../../web/src/features/verify/day/ledger-faults';
import type { LedgerLine } from '../../../../web/src/features/verify/day/ledger-lines';
import { csvRows, namedRows, plainText } from '../../../../web/src/features/verify/day/read-csv';
import { at, CLOCK, DAY_END, roomWith } from '../../reports/support';
import { figuresOf, recordsOf } from './support';

/** A day of four lines, of which line 2 has two taps and the last ones are a move from the hall to the bar. */
function records() {
  const room = roomWith({ hall: 10, bar: 10 });
  room.tap(at(0));
  room.tap(at(0) + 9_000);
  room.tap(at(1), { client: 'phone', area: 'bar', change: 3 });
  room.tap(at(2), { change: -1, to: 'bar' });
  const history = { room, clock: CLOCK, now: DAY_END };
  const [day] = figuresOf(history, DAY_END);
  if (day === undefined) throw new Error('No day');
  return recordsOf(history, day);
}

function faultsWith(index: number, changes: Partial<LedgerLine>) {
  const { report, lines } = records();
  return faultsOf({ report, lines: lines.map((line, i) => (i === index ? { ...line, ...changes } : line)) });
}
const { lines } = records();
const idAt = (index: number): string => lines[index]?.id ?? '';

test('an unchanged day adds up', () => {
  expect(faultsOf(records())).toEqual([]);
});

test('one changed digit is found in its line and in the sums', () => {
  expect(faultsWith(1, { ins: 2 })).toEqual([
    { type: 'change', line: 3, id: idAt(1), counted: 2, expected: 3 },
    { type: 'sum', area: null, column: 'in', report: 5, ledger: 4 },
    { type: 'sum', area: 'bar', column: 'in', report: 4, ledger: 3 },
  ]);
  expect(faultsWith(1, { change: 4 })).toEqual([{ type: 'change', line: 3, id: idAt(1), counted: 3, expected: 4 }]);
  expect(faultsWith(1, { floored: 1 }).map(({ type }) => type)).toEqual(['sum', 'sum']);
});

test('taps, running numbers and times of a line belong together', () => {
  expect(faultsWith(0, { lastSeq: 3 })).toEqual([{ type: 'seqs', line: 2, id: idAt(0), counted: 3, expected: 2 }]);
  expect(faultsWith(0, { offsets: [0] })).toEqual([{ type: 'times', line: 2, id: idAt(0), counted: 1, expected: 2 }]);
});

test('an id that repeats or goes backwards is found, and a line that is no line', () => {
  expect(faultsWith(1, { id: idAt(0) })).toEqual([{ type: 'order', line: 3, id: idAt(0) }]);
  expect(faultsWith(1, { taps: Number.NaN })).toEqual([{ type: 'unreadable', line: 3 }]);
  expect(faultsWith(1, { id: 'gone' })).toEqual([{ type: 'unreadable', line: 3 }]);
});

test('a line that was taken out is missing in the sums', () => {
  const all = records();
  expect(faultsOf({ ...all, lines: all.lines.slice(1) })).toEqual([
    { type: 'sum', area: null, column: 'in', report: 5, ledger: 3 },
    { type: 'sum', area: 'hall', column: 'in', report: 2, ledger: 0 },
    { type: 'lines', report: 4, ledger: 3 },
  ]);
});

test('CSV has cells in quotes, with quotes and line breaks in them, and formulas made harmless', () => {
  const text = 'a,b\r\n"1,""2""\r\n3",4\r\n5,\r\n';
  expect([...csvRows(text)]).toEqual([
    ['a', 'b'],
    ['1,"2"\r\n3', '4'],
    ['5', ''],
  ]);
  expect([...namedRows(text, ['a', 'b'], ['b'])]).toEqual([{ b: '4' }, { b: '' }]);
  expect(() => [...namedRows(text, ['a', 'b'], ['c'])]).toThrow('no column c');
  expect(() => [...namedRows(text, ['b', 'a'], ['b'])]).toThrow('other columns than its seal');
  expect([plainText("'-3"), plainText("'tis"), plainText('-3')]).toEqual(['-3', "'tis", '-3']);
});
