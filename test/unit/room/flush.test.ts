import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeFlush, encodeFlush, type Flush } from '../../../src/room/flush';

const count = fc.nat(1_000_000);
const now = 1_800_000_000_000;
const ago = fc.nat(7 * 24 * 3_600_000).map((ms) => now - ms);
const ids = (letter: string) =>
  fc.uniqueArray(fc.nat(99), { minLength: 1, maxLength: 5 }).map((all) => all.map((n) => `${letter}${n}`));

const flushOf = (areaIds: string[], clientIds: string[]): fc.Arbitrary<Flush> =>
  count.chain((version) =>
    fc.record({
      now: fc.constant(now),
      version: fc.constant(version),
      areas: fc.tuple(
        ...areaIds.map((areaId) =>
          fc.record({
            areaId: fc.constant(areaId),
            occupancy: count,
            ins: count,
            outs: count,
            floored: count,
            adjustments: fc.integer({ min: -1_000_000, max: 1_000_000 }),
            lastUpdatedAt: fc.constant(now),
            version: fc.constant(version),
          }),
        ),
      ),
      clients: fc.tuple(
        ...clientIds.map((clientId) =>
          fc.record({
            clientId: fc.constant(clientId),
            principal: fc.constantFrom('admin:owner' as const, 'code:event' as const),
            lastSeq: count,
            version: count,
          }),
        ),
      ),
      rows: fc.array(
        fc.record({
          clientId: fc.constantFrom(...clientIds),
          areaId: fc.constantFrom(...areaIds),
          otherAreaId: fc.option(fc.constantFrom(...areaIds)),
          firstSeq: count,
          lastSeq: count,
          change: fc.integer({ min: -1000, max: 1000 }),
          ins: fc.integer({ min: -1000, max: 1000 }),
          outs: fc.integer({ min: -1000, max: 1000 }),
          floored: fc.integer({ min: -1000, max: 1000 }),
          adjusted: fc.integer({ min: -1000, max: 1000 }),
          undoes: fc.option(count),
          undoneAt: fc.option(ago),
          occurredAt: ago,
          gaps: fc.option(fc.string()),
          receivedAt: ago,
          occupancy: count,
        }),
      ),
    }),
  );

test('a flush is read back from the log as it was', () => {
  fc.assert(
    fc.property(
      fc.tuple(ids('area'), ids('client')).chain(([areaIds, clientIds]) => flushOf(areaIds, clientIds)),
      (flush) => {
        expect(decodeFlush(encodeFlush(flush))).toEqual(flush);
      },
    ),
  );
});

test('a log of before there were transfers and times of taps is read as one without any', () => {
  const text =
    '[1800000000000,7,[["main",5,6,1,0,0]],[["client","code:event",9,7]],[[0,0,8,9,1,2,0,0,0,null,4000,0,5]]]';
  expect(decodeFlush(text)).toEqual({
    now,
    version: 7,
    areas: [
      {
        areaId: 'main',
        occupancy: 5,
        ins: 6,
        outs: 1,
        floored: 0,
        adjustments: 0,
        lastUpdatedAt: now,
        version: 7,
      },
    ],
    clients: [{ clientId: 'client', principal: 'code:event', lastSeq: 9, version: 7 }],
    rows: [
      {
        clientId: 'client',
        areaId: 'main',
        otherAreaId: null,
        firstSeq: 8,
        lastSeq: 9,
        change: 1,
        ins: 2,
        outs: 0,
        floored: 0,
        adjusted: 0,
        undoes: null,
        undoneAt: null,
        occurredAt: now - 4_000,
        gaps: null,
        receivedAt: now,
        occupancy: 5,
      },
    ],
  });
});

test.each([
  ['no JSON', 'x', 'JSON'],
  ['something else', '[1,2]', 'too_small'],
  [
    'a row of an area that it does not hold',
    '[1,1,[],[["c","admin:o",1,1]],[[0,0,1,1,1,1,0,0,0,null,0,0,1]]]',
    'does not hold',
  ],
  [
    'a transfer to an area that it does not hold',
    '[1,1,[["a",1,1,0,0,0]],[["c","admin:o",1,1]],[[0,0,1,1,1,1,0,0,0,null,0,0,1,-1]]]',
    'does not hold',
  ],
])('%s is refused', (_what, text, why) => {
  expect(() => decodeFlush(text)).toThrow(why);
});
