import { describe, expect, test } from 'vitest';
import { Draft, type DraftSource } from '../../../src/room/draft';
import { TapClock } from '../../../src/room/tap-clock';
import type { AreaState, RoomState } from '../../../src/room/state';
import type { Tap } from '../../../src/shared/protocol/up';
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

const source: DraftSource = {
  state: () => state,
  client: () => undefined,
  ledgerOf: () => [],
  dayOf: () => '2026-11-21',
  billableFrom: () => NOW,
};

/** The runs, as [first seq, last seq, area, change, ins − outs], that these taps make in one flush. */
function runsOf(taps: { areaId?: string; change?: number; agoMs?: number; to?: string }[]) {
  const draft = new Draft(source, NOW, new TapClock());
  for (const { areaId = 'main', change = 1, agoMs = 0, to } of taps) {
    const tap = { areaId, change, at: NOW - agoMs, to };
    draft.take(draft.client('client', 'admin:owner'), tap, NOW, NOW);
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
  [
    'a transfer',
    [{}, { change: -1, to: 'bar' }, { change: -1, to: 'bar' }, { areaId: 'bar' }],
    [
      [1, 1, 'main', 1, 1],
      [2, 2, 'main', -1, -1],
      [2, 2, 'bar', 1, 1],
      [3, 3, 'main', -1, -1],
      [3, 3, 'bar', 1, 1],
      [4, 4, 'bar', 1, 1],
    ],
  ],
])('%s ends a run', (_what, taps, runs) => {
  expect(runsOf(taps)).toEqual(runs);
});

test('nothing of a draft is seen in the state that it was made from', () => {
  runsOf([{}, { change: -9 }]);
  expect(state.areas.get('main')).toEqual(area('main'));
});

describe('a transfer', () => {
  /** What taps of one client come to: answers, and where the areas are then, as [occupancy, ins, outs, adjustments]. */
  function taken(taps: Omit<Tap, 'at'>[], agoMs = 0, lockedAt: number | null = null) {
    const draft = new Draft(
      { ...source, state: () => ({ ...state, account: { ...state.account, lockedAt } }) },
      NOW,
      new TapClock(),
    );
    const answers = taps.map((tap) =>
      draft.take(draft.client('client', 'admin:owner'), { ...tap, at: NOW - agoMs }, NOW, NOW),
    );
    const areas = Object.fromEntries(
      [...draft.areas].map(([id, { occupancy, ins, outs, adjustments }]) => [id, [occupancy, ins, outs, adjustments]]),
    );
    return { answers, areas, rows: draft.rows, days: draft.days.size };
  }
  const done = { ok: true, floored: 0 };

  test.each([
    ['away', -2, { main: [3, 5, 2, 0], bar: [7, 7, 0, 0] }],
    ['to here', 2, { main: [7, 7, 0, 0], bar: [3, 5, 2, 0] }],
    ['of all', -5, { main: [0, 5, 5, 0], bar: [10, 10, 0, 0] }],
  ])('%s moves people in one step, as two rows that name each other', (_what, change, areas) => {
    const { answers, areas: after, rows, days } = taken([{ areaId: 'main', change, to: 'bar' }]);
    expect(answers).toEqual([done]);
    expect(after).toEqual(areas);
    expect(rows).toMatchObject([
      { firstSeq: 1, lastSeq: 1, areaId: 'main', otherAreaId: 'bar', change },
      { firstSeq: 1, lastSeq: 1, areaId: 'bar', otherAreaId: 'main', change: 0 - change },
    ]);
    expect(days).toBe(1);
  });

  test.each([
    ['more than are there', { areaId: 'main', change: -6, to: 'bar' }, 'not_enough_people'],
    ['more than are there at the other end', { areaId: 'main', change: 6, to: 'bar' }, 'not_enough_people'],
    ['to an area that is gone', { areaId: 'main', change: -1, to: 'gone' }, 'area_deleted'],
    ['from an area that is gone', { areaId: 'gone', change: -1, to: 'main' }, 'area_deleted'],
    ['to an area that nobody knows', { areaId: 'main', change: -1, to: 'nowhere' }, 'unknown_area'],
    ['from one to itself', { areaId: 'main', change: -1, to: 'main' }, 'invalid_input'],
  ])('of %s is refused, and nothing changes', (_what, tap, code) => {
    expect(taken([tap])).toEqual({ answers: [{ ok: false, code }], areas: {}, rows: [], days: 0 });
  });

  test('is refused while counting is locked', () => {
    const { answers, areas } = taken([{ areaId: 'main', change: -1, to: 'bar' }], 0, NOW);
    expect(answers).toEqual([{ ok: false, code: 'counting_locked' }]);
    expect(areas).toEqual({});
  });

  test('from before the reset of one end moves only the other, and its undo takes back just that', () => {
    const move = { areaId: 'main', change: -2, to: 'bar' };
    expect(taken([move], 10_001)).toMatchObject({ answers: [done], areas: { main: [3, 5, 2, 0], bar: [5, 7, 0, -2] } });
    const undo = { areaId: 'main', change: 2, to: 'bar', undoes: 1 };
    const { answers, areas } = taken([move, undo], 10_001);
    expect(answers).toEqual([done, done]);
    expect(areas).toEqual({ main: [5, 5, 0, 0], bar: [5, 5, 0, 0] });
    const back = { areaId: 'bar', change: -9, to: 'main' };
    expect(taken([back], 10_001)).toMatchObject({
      answers: [done],
      areas: { main: [14, 14, 0, 0], bar: [5, 5, 9, 9] },
    });
  });

  test('is undone whole, or not at all where its people have gone on', () => {
    const move = { areaId: 'main', change: -2, to: 'bar' };
    const undo = { areaId: 'main', change: 2, to: 'bar', undoes: 1 };
    const { answers, areas, rows } = taken([move, undo, { ...undo }]);
    expect(answers).toEqual([done, done, { ok: false, code: 'nothing_to_undo' }]);
    expect(areas).toEqual({ main: [5, 5, 0, 0], bar: [5, 5, 0, 0] });
    expect(rows.slice(2)).toMatchObject([
      { areaId: 'main', otherAreaId: 'bar', undoes: 1, ins: 0, outs: -2 },
      { areaId: 'bar', otherAreaId: 'main', undoes: 1, ins: -2, outs: 0 },
    ]);
    const gone = taken([move, { areaId: 'bar', change: -6 }, undo]);
    expect(gone.answers).toEqual([done, done, { ok: false, code: 'not_enough_people' }]);
    expect(gone.areas).toEqual({ main: [3, 5, 2, 0], bar: [1, 7, 6, 0] });
  });
});

describe('the days that taps mark', () => {
  const DAY = '2026-11-21';
  const EARLIER = '2026-11-20';
  const known = (billableAt: number | null) => new Map([[DAY, { day: DAY, countedAt: 1, billableAt }]]);

  /** What these taps mark in one flush, in a trial that ends now; those of more than an hour ago are of the day before. */
  function marksOf(taps: { areaId?: string; agoMs?: number; undoes?: number }[], days: RoomState['days'] = new Map()) {
    const inTrial: DraftSource = {
      ...source,
      state: () => ({ ...state, days }),
      dayOf: (at: number) => (at < NOW - HOUR_MS ? EARLIER : DAY),
      billableFrom: () => NOW - 1_000,
    };
    const draft = new Draft(inTrial, NOW, new TapClock());
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
    const empty = { ...state, areas: new Map([['main', area('main', { occupancy: 0 })]]) };
    const draft = new Draft({ ...source, state: () => empty }, NOW, new TapClock());
    const out = { areaId: 'main', change: -1, at: NOW };
    expect(draft.take(draft.client('client', 'admin:owner'), out, NOW, NOW)).toEqual({ ok: true, floored: 1 });
    expect(draft.days.size).toBe(1);
  });
});
