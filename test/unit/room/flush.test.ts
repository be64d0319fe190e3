import { expect, test } from 'vitest';
import { decodeFlush, encodeFlush, type Flush } from '../../../src/room/storage/flush';
import type { LedgerRow } from '../../../src/stored/ledger';
import { ledgerRow } from './states';

const now = 1_800_000_000_000;
const areaCounts = (areaId: string, occupancy: number) => ({
  areaId,
  occupancy,
  ins: 6,
  outs: 1,
  floored: 2,
  adjustments: -2,
  lastUpdatedAt: now,
  version: 7,
  tally: null,
  floors: null,
});
const client = (clientId: string, principal: 'admin:owner' | 'code:event', lastSeq: number) => ({
  clientId,
  principal,
  lastSeq,
  version: 7,
});
const row = (fields: Partial<LedgerRow>) =>
  ledgerRow({ clientId: 'door', gaps: null, occurredAt: now - 4_000, receivedAt: now - 3, occupancy: 5, ...fields });

test('a flush is read back from the log unchanged', () => {
  const move = { areaId: 'bar', otherAreaId: 'main', clientId: 'desk', change: -3, ins: 0, outs: 3 };
  const flush: Flush = {
    now,
    version: 7,
    areas: [areaCounts('main', 5), areaCounts('bar', 0)],
    clients: [client('door', 'code:event', 9), client('desk', 'admin:owner', 3)],
    rows: [
      row({}),
      row({ floored: 1, adjusted: -4, gaps: 'gaps' }),
      row(move),
      row({ ...move, undoes: 2, ins: 0, outs: -3, undoneAt: now - 60_000 }),
      row({ undoes: 1, ins: -1, gaps: 'more gaps', undoneAt: now }),
    ],
  };
  const text = encodeFlush(flush);
  expect(text).toBe(
    '[1800000000000,7,[["main",5,6,1,2,-2],["bar",0,6,1,2,-2]],[["door","code:event",9,7],["desk","admin:owner",3,7]],' +
      '[[0,0,1,5,1,5,0,0,0,null,4000,3,5],[0,0,1,5,1,5,0,1,-4,null,4000,3,5,null,"gaps"],' +
      '[1,1,1,5,-3,0,3,0,0,null,4000,3,5,0],[1,1,1,5,-3,0,-3,0,0,2,4000,3,5,0,null,60000],' +
      '[0,0,1,5,1,-1,0,0,0,1,4000,3,5,null,"more gaps",0]]]',
  );
  expect(decodeFlush(text)).toEqual(flush);
});

test('a flush of an event with categories is read back from the log unchanged', () => {
  const tally = {
    categories: new Map([['adult', { ins: 4, outs: 1, floored: 0, adjustments: -1 }]]),
    unnamed: { ins: 2, outs: 0 },
    isUncertain: true,
  };
  const flush: Flush = {
    now,
    version: 7,
    areas: [{ ...areaCounts('main', 5), tally }, areaCounts('bar', 0)],
    clients: [client('door', 'code:event', 9)],
    rows: [row({ category: 'adult' }), row({})],
  };
  const text = encodeFlush(flush);
  expect(text).toBe(
    '[1800000000000,7,[["main",5,6,1,2,-2,[[["adult",4,1,0,-1]],[2,0],true]],["bar",0,6,1,2,-2]],' +
      '[["door","code:event",9,7]],[[0,0,1,5,1,5,0,0,0,null,4000,3,5,null,null,null,"adult"],' +
      '[0,0,1,5,1,5,0,0,0,null,4000,3,5]]]',
  );
  expect(decodeFlush(text)).toEqual(flush);
});

test('an invalid log, or a log with a row of an area that it does not contain, is refused', () => {
  expect(() => decodeFlush('[1,2]')).toThrow('too_small');
  const stray = '[1,1,[],[["c","admin:o",1,1]],[[0,0,1,1,1,1,0,0,0,null,0,0,1]]]';
  expect(() => decodeFlush(stray)).toThrow('does not hold');
});
