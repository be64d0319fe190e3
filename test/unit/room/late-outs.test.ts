import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Draft, type DraftSource } from '../../../src/room/counting/draft';
import { occupanciesOf } from '../../../src/room/state/tally';
import { TapClock } from '../../../src/room/counting/tap-clock';
import type { AreaState } from '../../../src/room/state/room-state';
import { HOUR_MS, MINUTE_MS } from '../../../src/shared/durations';
import { FLOORS_MAX } from '../../../src/stored/floors';
import { twinOf } from '../../../src/shared/evacuation/side-areas';
import { areaState, roomState } from './states';

const NOW = 1_000_000 * MINUTE_MS;
const TWIN = twinOf('main');
const EMPTY = { occupancy: 0, ins: 0 };
const list = ['adult', 'child'].map((categoryId) => ({ categoryId, name: categoryId, capacity: null }));

interface Tapped {
  /** How many minutes before now the tap was made. */
  ago?: number;
  /** How many minutes before now it arrived; taps out at once, others now. */
  arrived?: number;
  change: number;
  by?: string;
  area?: string;
  to?: string;
  category?: string;
  undoes?: number;
}

/** Counts these taps in this order, each in a flush of its own, in areas in which nobody is. */
function counted(taps: readonly Tapped[], main: Partial<AreaState> = {}, hasCategories = false) {
  let state = roomState(['main', 'bar', TWIN].map((id) => areaState(id, { ...EMPTY, ...(id === 'main' && main) })));
  if (hasCategories) state.event.event.categories = { list, areOutsNamed: false };
  const rows: Draft['rows'][number][] = [];
  const clients = new Map<string, ReturnType<Draft['sender']>['client']>();
  const clock = new TapClock();
  const source: DraftSource = {
    state: () => state,
    client: (id) => clients.get(id),
    ledgerOf: (id) => rows.filter(({ clientId }) => clientId === id),
    // A day begins two hours ago.
    dayOf: (at) => (at < NOW - 2 * HOUR_MS ? 'before' : 'today'),
    billableFrom: () => NOW,
    isTrialSpent: () => false,
    becameReal: () => false,
  };
  const answers = taps.map(({ ago = 0, by = 'exit', area: areaId = 'main', arrived, ...tap }) => {
    const draft = new Draft(source, NOW, clock);
    const at = NOW - ago * MINUTE_MS;
    const receivedAt = NOW - (arrived ?? (tap.change < 0 ? ago : 0)) * MINUTE_MS;
    const answer = draft.countOrRefuse(draft.sender(by, 'admin:owner'), { areaId, at, ...tap }, receivedAt, receivedAt);
    for (const [id, client] of draft.clients) clients.set(id, client);
    rows.push(...draft.rows);
    state = draft.appliedTo(state);
    return answer;
  });
  const areas = [...state.areas.values()].map(({ areaId, occupancy, ins, outs, floored, adjustments }) => {
    // Docs/product.md, C5.
    expect(occupancy).toBe(ins - outs + floored + adjustments);
    return [areaId, { occupancy, ins, outs, floored }] as const;
  });
  const { main: hall, bar } = Object.fromEntries(areas);
  return { hall, bar, rows, answers, state };
}

const ENTRANCE = { by: 'entrance' };
const LEFT = { change: -5, ago: 1 };
const CAME = { ...ENTRANCE, change: 30, ago: 10 };

test('people who left before their entry arrived are not inside, and neither entries nor exits change by it', () => {
  expect(counted([LEFT, CAME]).hall).toEqual({ occupancy: 25, ins: 30, outs: 5, floored: 0 });
  const one = [
    { change: -1, ago: 5 / 60 },
    { ...ENTRANCE, change: 1, ago: 20 / 60 },
  ];
  expect(counted(one).hall).toEqual({ occupancy: 0, ins: 1, outs: 1, floored: 0 });
  // In the order in which they were made, it is the same.
  expect(counted([CAME, LEFT]).hall).toEqual(counted([LEFT, CAME]).hall);
});

test('whichever entries arrive late, as many are inside as in the order in which people passed', () => {
  const passed = fc.record({ people: fc.integer({ min: 1, max: 6 }), isIn: fc.boolean(), late: fc.nat({ max: 40 }) });
  fc.assert(
    fc.property(fc.array(passed, { minLength: 2, maxLength: 60 }), (all) => {
      const taps = all.map(({ people, isIn, late }, n) => {
        const tap = { by: `door ${n}`, ago: 100 - n, change: isIn ? people : 0 - people };
        return { tap, arrives: isIn ? n + late + 0.5 : n };
      });
      const arrived = taps.toSorted((a, b) => a.arrives - b.arrives).map(({ tap }) => tap);
      const inside = taps.reduce((people, { tap }) => Math.max(0, people + tap.change), 0);
      expect(counted(arrived).hall?.occupancy).toBe(inside);
    }),
    { numRuns: 300 },
  );
});

test('they are a row of their own at the time of their exit, which is no tap', () => {
  const { rows } = counted([LEFT, CAME]);
  expect(rows.map(({ change, floored, occupancy }) => [change, floored, occupancy])).toEqual([
    [-5, 5, 0],
    [30, 0, 30],
    [0, -5, 25],
  ]);
  const [exit, entry] = rows;
  const { clientId, firstSeq, lastSeq, receivedAt } = entry ?? {};
  const own = { clientId, firstSeq, lastSeq, receivedAt, occurredAt: exit?.occurredAt };
  expect(rows[2]).toMatchObject({ ...own, ins: 0, outs: 0, adjusted: 0, undoes: null, otherAreaId: null });
});

test.each<[string, Tapped[], number]>([
  ['an exit from before the entry stays floored', [{ ...LEFT, ago: 20 }, CAME], 30],
  ['an exit of the same moment stays floored', [{ ...LEFT, ago: 10 }, CAME], 30],
  ['an exit from another area stays floored', [{ ...LEFT, area: 'bar' }, CAME], 30],
  ['an exit of another business day stays floored', [LEFT, { ...CAME, ago: 121 }], 30],
  ['no more people are given back than were floored', [LEFT, CAME, { ...CAME, change: 3 }], 28],
  ['no more people are given back than came', [LEFT, { ...CAME, change: 3 }], 0],
  ['what one entry left is given back to the next', [LEFT, { ...CAME, change: 3 }, { ...CAME, change: 4 }], 2],
  ['an entry of now gives nothing back', [LEFT, { ...CAME, ago: 0 }], 30],
  ['only what was beyond the people inside is given back', [{ change: 2, ago: 3 }, LEFT, CAME], 27],
  ['many exits are given back, the first ones first', [LEFT, LEFT, { ...LEFT, ago: 20 }, CAME], 20],
  ['people who move in from elsewhere count like entries', [LEFT, { ...CAME, area: 'bar', ago: 20 }, MOVED()], 3],
])('%s', (_what, taps, inside) => {
  expect(counted(taps).hall?.occupancy).toBe(inside);
});
function MOVED(): Tapped {
  return { ...ENTRANCE, change: 8, ago: 9, to: 'bar' };
}

test('an exit that arrives late can be the one of whoever came in before it arrived', () => {
  // Two doors, one without a network until two minutes ago. Its person who came in at 10 had left at 8, the other door's
  // at 6 when nobody was inside by the count, and one more came in at 7.
  const late = { by: 'late door', arrived: 2 };
  const taps = [
    { change: -1, ago: 6 },
    { ...late, change: 1, ago: 10 },
    { ...late, change: -1, ago: 8 },
    { ...late, change: 1, ago: 7 },
  ];
  expect(counted(taps).hall).toEqual({ occupancy: 0, ins: 2, outs: 2, floored: 0 });
  const undone = [...taps, { ...late, change: 1, undoes: 2 }];
  expect(counted(undone).hall).toEqual({ occupancy: 1, ins: 2, outs: 1, floored: 0 });
});

test('in a drill the same holds on the twin', () => {
  const { state } = counted([LEFT, CAME].map((tap) => ({ ...tap, area: TWIN })));
  expect([TWIN, 'main'].map((id) => state.areas.get(id)?.occupancy)).toEqual([25, 0]);
});

test('a recount wins: what came before it gives nothing back, and what left before it is not given back', () => {
  const recounted = { countsFrom: NOW - 5 * MINUTE_MS };
  expect(counted([LEFT, CAME], recounted).hall).toMatchObject({ occupancy: 0, ins: 30, floored: 5 });
  const floors = [{ from: NOW - 9 * MINUTE_MS, to: NOW - 9 * MINUTE_MS, open: 5, given: 0, category: null }];
  expect(counted([{ ...CAME, ago: 4 }], { ...recounted, floors }).hall?.occupancy).toBe(30);
});

describe('undoing', () => {
  const undoEntry = { ...ENTRANCE, change: -30, undoes: 1 };
  const undoExit = { change: 5, undoes: 1 };

  test('the undo of the entry takes back what it gave, and the next late entry can give it', () => {
    expect(counted([LEFT, CAME, undoEntry]).hall).toEqual({ occupancy: 0, ins: 0, outs: 5, floored: 5 });
    expect(counted([LEFT, CAME, undoEntry, CAME]).hall).toEqual({ occupancy: 25, ins: 30, outs: 5, floored: 0 });
  });

  test('after the undo of the exit all who came are inside, and nothing is given back any more', () => {
    expect(counted([LEFT, CAME, undoExit]).hall).toEqual({ occupancy: 30, ins: 30, outs: 0, floored: 0 });
    expect(counted([LEFT, undoExit, CAME]).hall).toEqual({ occupancy: 30, ins: 30, outs: 0, floored: 0 });
    // Of five people, three were given back.
    const three = [LEFT, { ...CAME, change: 3 }, undoExit];
    expect(counted(three).hall).toEqual({ occupancy: 3, ins: 3, outs: 0, floored: 0 });
    expect(counted([...three, CAME]).hall?.occupancy).toBe(33);
  });

  test('both can be undone, in either order, and nothing is left', () => {
    const nothing = { occupancy: 0, ins: 0, outs: 0, floored: 0 };
    expect(counted([LEFT, CAME, undoExit, undoEntry]).hall).toEqual(nothing);
    expect(counted([LEFT, CAME, undoEntry, undoExit]).hall).toEqual(nothing);
  });

  test('an undo of what a recount has settled changes no number of people inside', () => {
    const { state } = counted([LEFT, CAME]);
    const main = state.areas.get('main');
    const { rows, hall } = counted([LEFT, CAME, { ...undoEntry, ago: -1 }]);
    expect([main?.occupancy, hall?.occupancy]).toEqual([25, 0]);
    expect(rows.at(-2)).toMatchObject({ change: 0, floored: 5, undoes: 1 });
  });

  test('a move is undone as a whole, although the people whom it brought have left', () => {
    const { hall, bar, answers } = counted([
      LEFT,
      { ...CAME, area: 'bar', ago: 20 },
      MOVED(),
      { ...ENTRANCE, change: -8, undoes: 2, to: 'bar' },
    ]);
    expect(answers.at(-1)).toEqual({ ok: true, floored: 0 });
    expect([hall, bar?.occupancy]).toEqual([{ occupancy: 0, ins: 0, outs: 5, floored: 5 }, 30]);
  });
});

describe('categories', () => {
  const inside = (taps: readonly Tapped[]) => {
    const { hall, state } = counted(taps, {}, true);
    const { tally = null, occupancy = 0 } = state.areas.get('main') ?? {};
    const occupancies = occupanciesOf(tally, occupancy);
    return [hall?.occupancy, occupancies && Object.fromEntries(occupancies)];
  };

  test('people keep the category with which they left, and the number of people does not depend on it', () => {
    const adults = [LEFT, CAME].map((tap) => ({ ...tap, category: 'adult' }));
    expect(inside(adults)).toEqual([25, { adult: 25 }]);
    // The same taps in the order in which they were made.
    const mixed = [
      { ...LEFT, category: 'child' },
      { ...CAME, category: 'adult' },
    ];
    expect([inside(mixed), inside(mixed.toReversed())]).toEqual([
      [25, null],
      [25, null],
    ]);
    const unnamed = [LEFT, { ...CAME, category: 'adult' }];
    expect([inside(unnamed), inside(unnamed.toReversed())]).toEqual([
      [25, null],
      [25, null],
    ]);
    // Two left without a category; who then came later is known, and who came before them is not.
    const twoLeft = { change: -2, ago: 1 };
    const adultsAt = (ago: number) => ({ ...ENTRANCE, change: 2, ago, category: 'adult' });
    expect(inside([twoLeft, adultsAt(0)])).toEqual([2, { adult: 2 }]);
    expect(inside([twoLeft, adultsAt(5 / 3)])).toEqual([0, null]);
    // A floored exit takes as many people from its category as from the area.
    expect(inside([adultsAt(2), { change: -3, ago: 1, category: 'adult' }])).toEqual([0, { adult: 0 }]);
    expect(inside([adultsAt(2), { change: -3, ago: 1, category: 'child' }])).toEqual([0, null]);
    // Who is inside is known again when the exit without a category is undone.
    expect(inside([...unnamed, { change: 5, undoes: 1 }])).toEqual([30, { adult: 30 }]);
  });
});

test('more exits than an area remembers one by one are all given back', () => {
  const exits = Array.from({ length: 3 * FLOORS_MAX }, (_, n) => ({ change: -1, ago: 9 - n / 100 }));
  const { hall, state } = counted([...exits, { ...CAME, change: 500 }]);
  expect(hall).toEqual({ occupancy: 500 - exits.length, ins: 500, outs: exits.length, floored: 0 });
  expect(state.areas.get('main')?.floors).toHaveLength(FLOORS_MAX);
});
