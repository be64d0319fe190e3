import { describe, expect, test } from 'vitest';
import { Draft } from '../../../src/room/draft';
import type { AreaState, RoomState } from '../../../src/room/state';
import { HOUR_MS, MINUTE_MS } from '../../../src/shared/limits';

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

describe('the days that taps mark', () => {
  const DAY = '2026-11-21';
  const EARLIER = '2026-11-20';
  const known = (billableAt: number | null) => new Map([[DAY, { day: DAY, countedAt: 1, billableAt }]]);

  /** What these taps mark in one flush, in a trial that ends now; those of more than an hour ago are of the day before. */
  function marksOf(taps: { areaId?: string; agoMs?: number; undoes?: number }[], days: RoomState['days'] = new Map()) {
    const source = {
      state: () => ({ ...state, days }),
      client: () => undefined,
      ledgerOf: () => [],
      dayOf: (at: number) => (at < NOW - HOUR_MS ? EARLIER : DAY),
      billableFrom: () => NOW - 1_000,
    };
    const draft = new Draft(source, NOW);
    for (const { areaId = 'main', agoMs = 0, undoes } of taps) {
      const change = undoes === undefined ? 1 : -1;
      const tap = { areaId, change, at: NOW - agoMs, ...(undoes !== undefined && { undoes }) };
      draft.take(draft.client('client', 'admin:owner'), tap, NOW, NOW);
    }
    return [...draft.days.values()];
  }

  test('are billable from the end of the trial on', () => {
    expect(marksOf([{ agoMs: 1_000 }])).toEqual([{ day: DAY, countedAt: NOW - 1_000, billableAt: NOW - 1_000 }]);
    expect(marksOf([{ agoMs: 1_001 }])).toEqual([{ day: DAY, countedAt: NOW - 1_001, billableAt: null }]);
  });

  test('say when the first tap of a flush occurred, and the first that is billable', () => {
    const taps = [{ agoMs: 2_000 }, { agoMs: 500 }, { agoMs: 5_000 }, { agoMs: 900 }, {}];
    expect(marksOf(taps)).toEqual([{ day: DAY, countedAt: NOW - 5_000, billableAt: NOW - 900 }]);
  });

  test('are each their own', () => {
    expect(marksOf([{}, { agoMs: 2 * HOUR_MS }])).toEqual([
      { day: DAY, countedAt: NOW, billableAt: NOW },
      { day: EARLIER, countedAt: NOW - 2 * HOUR_MS, billableAt: null },
    ]);
  });

  test('are marked once; a free one is billable once something is counted on it after the trial, never free again', () => {
    expect(marksOf([{}, { agoMs: 2_000 }], known(NOW - 100))).toEqual([]);
    expect(marksOf([{ agoMs: 2_000 }], known(null))).toEqual([]);
    expect(marksOf([{ agoMs: 2_000 }, {}, { agoMs: 10 }, { agoMs: 2_000 }], known(null))).toEqual([
      { day: DAY, countedAt: 1, billableAt: NOW - 10 },
    ]);
  });

  test('are not marked by what is rejected, nor by an undo', () => {
    expect(marksOf([{ areaId: 'gone' }, { areaId: 'nowhere' }, { undoes: 7 }])).toEqual([]);
    expect(marksOf([{ agoMs: 2 * HOUR_MS }, { undoes: 1 }]).map(({ day }) => day)).toEqual([EARLIER]);
  });

  test('are marked by taps that come too late for the occupancy, and by those that move nobody', () => {
    expect(marksOf([{ areaId: 'bar', agoMs: 10_001 }])).toHaveLength(1);
    const draft = new Draft(
      {
        state: () => ({ ...state, areas: new Map([['main', area('main', { occupancy: 0 })]]) }),
        client: () => undefined,
        ledgerOf: () => [],
        dayOf: () => DAY,
        billableFrom: () => NOW,
      },
      NOW,
    );
    const out = { areaId: 'main', change: -1, at: NOW };
    expect(draft.take(draft.client('client', 'admin:owner'), out, NOW, NOW)).toEqual({ ok: true, floored: 1 });
    expect(draft.days.size).toBe(1);
  });
});
