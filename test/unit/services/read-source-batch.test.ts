import { expect, test } from 'vitest';
import { readSourceBatch } from '../../../src/services/events/read-source-batch';

/** Tests how the body of a machine's call is read: what is wrong is named by its path. */

const source = { sourceId: 'north' };
const itemsOf = (...items: unknown[]) => readSourceBatch({ source, items }).items;

test.each<[string, unknown]>([
  ['source.sourceId has at most 48 letters', { source: { sourceId: '00:1A:2B:3C:4D:5E' }, items: [{ seq: 1, in: 1 }] }],
  ['source.sourceNmae does not exist', { source: { ...source, sourceNmae: 'Gate' }, items: [{ seq: 1, in: 1 }] }],
  ['source.counterBits is missing or not valid', { source: { ...source, counterBits: 8 }, items: [{ seq: 1, in: 1 }] }],
  ['source is missing', { items: [{ seq: 1, in: 1 }] }],
  ['items is missing', { source }],
  ['items is missing or not valid', { source, items: Array.from({ length: 101 }, () => ({ key: 'a', in: 1 })) }],
  ['seq does not exist', { source, items: [{ seq: 1, in: 1 }], seq: 1 }],
])('%s: the whole body is refused', (error, body) => {
  expect(() => readSourceBatch(body)).toThrow(error);
});

test('a wrong item is named by its path, keeps its number, and leaves the others as they are', () => {
  const right = { key: 'a', in: 1 };
  expect(
    itemsOf(
      right,
      { key: 'b', ins: 3 },
      { seq: 1, in: -3 },
      { seq: 2, inTotal: 70, outTotal: 2 },
      { inTotal: 1, at: 0 },
      { in: 1 },
      { seq: 3 },
      { seq: 0, in: 1 },
      'five',
      { seq: 4, in: 0 },
    ),
  ).toEqual([
    right,
    { wrong: 'items[1].ins does not exist. Please check the name of the field.' },
    { seq: 1, wrong: 'items[2].in is missing or not valid.' },
    { seq: 2, wrong: expect.stringContaining('items[3].inTotal does not exist') },
    { wrong: 'items[4].outTotal is missing or not valid.' },
    { wrong: 'items[5] needs a seq, a key, or inTotal and outTotal.' },
    { seq: 3, wrong: expect.stringContaining('items[6] needs in or out') },
    { wrong: 'items[7].seq is missing or not valid.' },
    { wrong: expect.stringContaining('items[8] needs a seq') },
    { seq: 4, in: 0 },
  ]);
});

test('a field that does not exist is named in one line, and not at any length', () => {
  const [item] = itemsOf({ seq: 1, [`\r\n${'n'.repeat(60_000)}`]: 1 });
  expect(item).toEqual({ seq: 1, wrong: expect.stringMatching(/^items\[0\]\. n{80,90} does not exist/) });
});

test('names lose what no list and no mail can show in one line', () => {
  const named = { ...source, sourceName: 'T\r\nBcc:\u202E x', door: '\n\t' };
  expect(readSourceBatch({ source: named, items: [{ key: 'a', in: 1 }] }).source).toEqual({
    ...source,
    sourceName: 'T Bcc: x',
  });
});
