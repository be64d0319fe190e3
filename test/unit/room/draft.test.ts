import { expect, test } from 'vitest';
import { Draft } from '../../../src/room/draft';
import type { AreaState, RoomState } from '../../../src/room/state';
import { MINUTE_MS } from '../../../src/shared/limits';

const NOW = 1_000_000 * MINUTE_MS;

const area = (areaId: string, changes: Partial<AreaState> = {}): AreaState => ({
  areaId,
  areaName: areaId,
  capacity: 10,
  position: 0,
  occupancy: 5,
  ins: 5,
  outs: 0,
  floored: 0,
  adjustments: 0,
  countsFrom: 0,
  lastUpdatedAt: null,
  version: 3,
  deletedAt: null,
  ...changes,
});

const state: RoomState = {
  epoch: 'epoch',
  event: {
    eventId: 'event',
    jurisdiction: null,
    ownerId: 'owner',
    revision: 1,
    codeRevision: 0,
    event: { eventId: 'event', eventName: 'Event', accessCode: 'ABCD2346' },
    dayRules: [{ timeZone: 'UTC', reportTime: '06:00', from: 0 }],
  },
  account: { revision: 1, status: 'active', trialEndsAt: NOW, lockedAt: null },
  deleted: false,
  version: 3,
  days: new Map(),
  areas: new Map(
    [area('main'), area('bar', { countsFrom: NOW - 10_000 }), area('gone', { deletedAt: 1 })].map((each) => [
      each.areaId,
      each,
    ]),
  ),
};

/** The runs, as [first seq, last seq, area, change, ins − outs], that these taps make in one flush. */
function runsOf(taps: { areaId?: string; change?: number; agoMs?: number }[]) {
  const draft = new Draft(
    {
      state: () => state,
      client: () => undefined,
      ledgerOf: () => [],
      dayOf: () => '2026-11-21',
      billableFrom: () => NOW,
    },
    NOW,
  );
  for (const { areaId = 'main', change = 1, agoMs = 0 } of taps) {
    draft.take(draft.client('client', 'admin:owner'), { areaId, change, at: NOW - agoMs }, NOW, NOW);
  }
  return draft.rows.map((row) => [row.firstSeq, row.lastSeq, row.areaId, row.change, row.ins - row.outs]);
}

test('equal taps in a row are one run', () => {
  expect(runsOf([{}, {}, {}])).toEqual([[1, 3, 'main', 1, 3]]);
});

test.each([
  [
    'another area',
    [{}, { areaId: 'bar' }, {}],
    [
      [1, 1, 'main', 1, 1],
      [2, 2, 'bar', 1, 1],
      [3, 3, 'main', 1, 1],
    ],
  ],
  [
    'another change',
    [{}, { change: -1 }, { change: -1 }],
    [
      [1, 1, 'main', 1, 1],
      [2, 3, 'main', -1, -2],
    ],
  ],
  [
    'another minute',
    [{ agoMs: MINUTE_MS }, {}],
    [
      [1, 1, 'main', 1, 1],
      [2, 2, 'main', 1, 1],
    ],
  ],
  [
    'a rejected tap',
    [{}, { areaId: 'gone' }, {}],
    [
      [1, 1, 'main', 1, 1],
      [3, 3, 'main', 1, 1],
    ],
  ],
  [
    'a floored tap',
    [{ change: -6 }, { change: -6 }],
    [
      [1, 1, 'main', -6, -6],
      [2, 2, 'main', -6, -6],
    ],
  ],
  [
    'a reset in between',
    [
      { areaId: 'bar', agoMs: -1 + 10_001 },
      { areaId: 'bar', agoMs: 10_001 },
    ],
    [
      [1, 1, 'bar', 1, 1],
      [2, 2, 'bar', 1, 1],
    ],
  ],
])('%s ends a run', (_what, taps, runs) => {
  expect(runsOf(taps)).toEqual(runs);
});

test('nothing of a draft is seen in the state that it was made from', () => {
  runsOf([{}, { change: -9 }]);
  expect(state.areas.get('main')).toEqual(area('main'));
});
