import { describe, expect, test } from 'vitest';
import { Draft, type DraftSource } from '../../../src/room/counting/draft';
import { occupanciesOf } from '../../../src/room/state/tally';
import { TapClock } from '../../../src/room/counting/tap-clock';
import type { RoomState } from '../../../src/room/state/room-state';
import type { Tap } from '../../../src/shared/protocol/up';
import { HOUR_MS, MINUTE_MS } from '../../../src/shared/durations';
import { UNDO_REACH_MS } from '../../../src/shared/protocol/limits';
import { areaState, roomState } from './states';

const NOW = 1_000_000 * MINUTE_MS;

const state = roomState(
  [areaState('main'), areaState('bar', { countsFrom: NOW - 10_000 }), areaState('gone', { deletedAt: 1 })],
  NOW,
);

const source: DraftSource = {
  state: () => state,
  client: () => undefined,
  ledgerOf: () => [],
  dayOf: () => '2026-11-21',
  billableFrom: () => NOW,
  isTrialSpent: () => false,
  becameReal: () => false,
};

interface Tapped extends Partial<Omit<Tap, 'at'>> {
  agoMs?: number;
}
/** Drafts these taps of one client and keeps the answer to each. */
function drafted(taps: readonly Tapped[], from: DraftSource = source) {
  const draft = new Draft(from, NOW, new TapClock());
  const answers = taps.map(({ areaId = 'main', change = 1, agoMs = 0, ...tap }) =>
    draft.countOrRefuse(draft.sender('client', 'admin:owner'), { ...tap, areaId, change, at: NOW - agoMs }, NOW, NOW),
  );
  return { draft, answers };
}

/** The runs that these taps form in one flush, as `first seq–last seq area: change, ins − outs`. */
const runsOf = (taps: readonly Tapped[]) =>
  drafted(taps).draft.rows.map(
    ({ firstSeq, lastSeq, areaId, change, ins, outs }) => `${firstSeq}–${lastSeq} ${areaId}: ${change}, ${ins - outs}`,
  );

const TO_BAR = { change: -1, to: 'bar' };
const LATE = { areaId: 'bar', agoMs: 10_001 };

test.each<[string, Tapped[], string[]]>([
  ['equal taps in a row are one run', [{}, {}, {}], ['1–3 main: 1, 3']],
  ['another area ends a run', [{}, { areaId: 'bar' }, {}], ['1–1 main: 1, 1', '2–2 bar: 1, 1', '3–3 main: 1, 1']],
  ['a rejected tap ends a run', [{}, { areaId: 'gone' }, {}], ['1–1 main: 1, 1', '3–3 main: 1, 1']],
  ['a floored tap ends a run', [{ change: -6 }, { change: -6 }], ['1–1 main: -6, -6', '2–2 main: -6, -6']],
  ['a reset in between ends a run', [{ areaId: 'bar', agoMs: 10_000 }, LATE], ['1–1 bar: 1, 1', '2–2 bar: 1, 1']],
  [
    'a transfer is two runs of its own',
    [{}, TO_BAR, TO_BAR, { areaId: 'bar' }],
    ['1–1 main: 1, 1', '2–2 main: -1, -1', '2–2 bar: 1, 1', '3–3 main: -1, -1', '3–3 bar: 1, 1', '4–4 bar: 1, 1'],
  ],
])('%s', (_what, taps, runs) => {
  expect(runsOf(taps)).toEqual(runs);
});

describe('categories', () => {
  const list = ['adult', 'child', 'staff'].map((categoryId) => ({ categoryId, name: categoryId, capacity: null }));
  const { event } = state.event;
  const named: DraftSource = {
    ...source,
    state: () => ({
      ...roomState([areaState('main', { occupancy: 0, ins: 0 }), areaState('bar')], NOW),
      event: { ...state.event, event: { ...event, categories: { list, areOutsNamed: false } } },
    }),
  };
  /** The categories of each row, and of each area's tally as [ins, outs, inside]. */
  const counted = (taps: readonly Tapped[]) => {
    const { draft } = drafted(taps, named);
    const tallies = [...draft.areas].map(([areaId, { tally, occupancy }]) => {
      const occupancies = occupanciesOf(tally, occupancy);
      const of = [...(tally?.categories ?? [])].map(([id, { ins, outs }]) => [
        id,
        ins,
        outs,
        occupancies?.get(id) ?? null,
      ]);
      return [areaId, of];
    });
    return { rows: draft.rows.map(({ category }) => category), tallies: Object.fromEntries(tallies) };
  };

  test('each tap counts for its category, and for none if the event does not have the category', () => {
    expect(
      counted([{ category: 'adult' }, { category: 'child', change: 3 }, { category: 'adult', change: -1 }]),
    ).toEqual({
      rows: ['adult', 'child', 'adult'],
      tallies: {
        main: [
          ['adult', 1, 1, 0],
          ['child', 3, 0, 3],
        ],
      },
    });
    const { rows, tallies } = counted([{ category: 'adult' }, { category: 'unheard-of' }, {}]);
    expect(rows).toEqual(['adult', null]);
    expect(tallies).toEqual({ main: [['adult', 1, 0, null]] });
    // Before the event has categories, areas keep no tally.
    const { draft } = drafted([{ category: 'adult' }]);
    expect([draft.rows[0]?.category, draft.areas.get('main')?.tally]).toEqual([null, null]);
  });

  test('another category ends a run, and a transfer takes its category to the other area', () => {
    const taps = [{ category: 'adult' }, { category: 'adult' }, { category: 'child' }, { category: 'adult' }];
    expect(counted(taps).rows).toEqual(['adult', 'child', 'adult']);
    expect(counted([...taps, { category: 'child', change: -1, to: 'bar' }])).toEqual({
      rows: ['adult', 'child', 'adult', 'child', 'child'],
      // People are in the bar of whom nobody knows the category.
      tallies: {
        main: [
          ['adult', 3, 0, 3],
          ['child', 1, 1, 0],
        ],
        bar: [['child', 1, 0, null]],
      },
    });
  });

  test('an undo takes back the category of its tap, whatever it says itself', () => {
    const undo = { category: 'child', change: -1, undoes: 1 };
    expect(counted([{ category: 'adult' }, undo])).toEqual({
      rows: ['adult', 'adult'],
      tallies: { main: [['adult', 0, 0, 0]] },
    });
    // Who is inside is known again once a tap without a category is undone.
    expect(counted([{}, { category: 'adult' }, undo]).tallies).toEqual({ main: [['adult', 1, 0, 1]] });
  });
});

describe('transfers', () => {
  /** The answers to taps of one client, and the areas after them as [occupancy, ins, outs, adjustments]. */
  function taken(taps: readonly Tapped[]) {
    const { draft, answers } = drafted(taps);
    const areas = Object.fromEntries(
      [...draft.areas].map(([id, { occupancy, ins, outs, adjustments }]) => [id, [occupancy, ins, outs, adjustments]]),
    );
    return { answers, areas, rows: draft.rows, days: draft.days.size };
  }
  const done = { ok: true, floored: 0 };

  test.each([
    ['from this area', -2, { main: [3, 5, 2, 0], bar: [7, 7, 0, 0] }],
    ['to this area', 2, { main: [7, 7, 0, 0], bar: [3, 5, 2, 0] }],
  ])('a transfer %s moves people in one step, as two rows that name each other', (_what, change, areas) => {
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
    ['of more people than are there', { areaId: 'main', change: -6, to: 'bar' }, 'not_enough_people'],
    ['of more people than are there at the other end', { areaId: 'main', change: 6, to: 'bar' }, 'not_enough_people'],
    ['to a deleted area', { areaId: 'main', change: -1, to: 'gone' }, 'area_deleted'],
    ['to an unknown area', { areaId: 'main', change: -1, to: 'nowhere' }, 'unknown_area'],
    ['from an area to itself', { areaId: 'main', change: -1, to: 'main' }, 'invalid_input'],
  ])('a transfer %s is refused and changes nothing', (_what, tap, code) => {
    expect(taken([tap])).toEqual({ answers: [{ ok: false, code }], areas: {}, rows: [], days: 0 });
  });

  const move = { change: -2, to: 'bar' };
  const undo = { change: 2, to: 'bar', undoes: 1 };

  test('a transfer from before the reset of one end changes only the other end, and its undo takes back only that', () => {
    const agoMs = 10_001;
    expect(taken([{ ...move, agoMs }])).toMatchObject({
      answers: [done],
      areas: { main: [3, 5, 2, 0], bar: [5, 7, 0, -2] },
    });
    const both = [move, undo].map((tap) => ({ ...tap, agoMs }));
    expect(taken(both).areas).toEqual({ main: [5, 5, 0, 0], bar: [5, 5, 0, 0] });
  });

  test('a transfer is undone as a whole, or not at all when its people have moved on', () => {
    const { answers, areas, rows } = taken([move, undo, undo]);
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

describe('the days that taps mark as active', () => {
  const DAY = '2026-11-21';
  const EARLIER = '2026-11-20';
  const known = (billableAt: number | null) => new Map([[DAY, { day: DAY, countedAt: 1, billableAt }]]);

  /** The days that these taps mark in one flush. The trial ended a second ago, and the day began an hour ago. */
  const marksOf = (taps: readonly Tapped[], days: RoomState['days'] = new Map()) => [
    ...drafted(taps, {
      ...source,
      state: () => ({ ...state, days }),
      dayOf: (at) => (at < NOW - HOUR_MS ? EARLIER : DAY),
      billableFrom: () => NOW - 1_000,
    }).draft.days.values(),
  ];

  test('active days are billable from the end of the trial on', () => {
    expect(marksOf([{ agoMs: 1_000 }])).toEqual([{ day: DAY, countedAt: NOW - 1_000, billableAt: NOW - 1_000 }]);
    expect(marksOf([{ agoMs: 1_001 }])).toEqual([{ day: DAY, countedAt: NOW - 1_001, billableAt: null }]);
  });

  test('active days are separate, each with the time of its first tap and of its first billable tap', () => {
    const taps = [{ agoMs: 2_000 }, { agoMs: 500 }, { agoMs: 5_000 }, { agoMs: 900 }, { agoMs: 2 * HOUR_MS }];
    expect(marksOf(taps)).toEqual([
      { day: DAY, countedAt: NOW - 5_000, billableAt: NOW - 900 },
      { day: EARLIER, countedAt: NOW - 2 * HOUR_MS, billableAt: null },
    ]);
  });

  test('an active day is marked once; a free day becomes billable when a tap counts on it after the trial, and never free again', () => {
    expect(marksOf([{}, { agoMs: 2_000 }], known(NOW - 100))).toEqual([]);
    expect(marksOf([{ agoMs: 2_000 }], known(null))).toEqual([]);
    expect(marksOf([{ agoMs: 2_000 }, {}, { agoMs: 10 }, { agoMs: 2_000 }], known(null))).toEqual([
      { day: DAY, countedAt: 1, billableAt: NOW - 10 },
    ]);
  });

  test('rejected taps and undos mark no active day', () => {
    expect(marksOf([{ areaId: 'gone' }, { areaId: 'nowhere' }, { change: -1, undoes: 7 }])).toEqual([]);
    expect(marksOf([{ agoMs: 2 * HOUR_MS }, { change: -1, undoes: 1 }]).map(({ day }) => day)).toEqual([EARLIER]);
    // Taps that arrive too late to change the occupancy still mark their day.
    expect(marksOf([LATE])).toHaveLength(1);
  });
});

test('a draft without taps left refuses each tap and undo, and each uses up its seq; what has another reason keeps it', () => {
  const taps = [{}, { change: -1, undoes: 1 }, TO_BAR, { areaId: 'gone' }];
  const { draft, answers } = drafted(taps, { ...source, isTrialSpent: () => true, becameReal: () => false });
  const code = 'trial_used_up';
  expect(answers).toEqual([code, code, code, 'area_deleted'].map((reason) => ({ ok: false, code: reason })));
  expect([draft.taken, draft.rows.length, draft.areas.size, draft.days.size]).toEqual([4, 0, 0, 0]);
  expect(draft.clients.get('client')?.lastSeq).toBe(4);
});

test('a device that undoes its taps from the newest on makes the room look at most twice into the ledger', () => {
  const asked: [since: number, seq: number][] = [];
  const ledgerOf: DraftSource['ledgerOf'] = (_clientId, since, seq) => {
    asked.push([since, seq]);
    return [];
  };
  const client = { clientId: 'client', principal: 'admin:owner', lastSeq: 100, version: 1 } as const;
  const undoes = Array.from({ length: 50 }, (_, index) => ({ change: -1, undoes: 90 - index, agoMs: index }));
  drafted(
    undoes.map((undo, index) => ({ ...undo, seq: 101 + index })),
    { ...source, client: () => client, ledgerOf },
  );
  expect(asked).toEqual([
    [NOW - HOUR_MS, 90],
    [NOW - UNDO_REACH_MS, 0],
  ]);
});
