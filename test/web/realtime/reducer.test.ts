import { describe, expect, test } from 'vitest';
import type { Ack, Sync } from '../../../src/shared/protocol/down';
import type { Area } from '../../../src/shared/schemas/area';
import type { QueuedTap } from '../../../web/src/realtime/outbox';
import { emptyRoom, reduceRoom, type RoomAction, type RoomState, shownAreas } from '../../../web/src/realtime/reducer';
import { area, sync } from '../support/areas';

/** A state, and the own taps that the outbox holds beside it. */
interface Device {
  state: RoomState;
  held: QueuedTap[];
}
type Step = (device: Device) => RoomAction;

const fresh = (): Device => ({ state: emptyRoom, held: [] });
const settle = (device: Device, seq: number) => {
  const taps = device.held.filter((tap) => tap.seq <= seq);
  device.held = device.held.filter((tap) => tap.seq > seq);
  return taps;
};
const queued = (seq: number, change: number, areaId = 'a1'): QueuedTap => ({ seq, areaId, change, at: 1 });

const tapped =
  (seq: number, change: number, areaId = 'a1'): Step =>
  (device) => {
    device.held.push(queued(seq, change, areaId));
    return { type: 'tapped', areaId, change };
  };
const acked =
  (seq: number, version: number, more: Partial<Ack> = {}): Step =>
  (device) => ({ type: 'acked', taps: settle(device, seq), ack: { type: 'ack', seq, version, ...more } });
const counted =
  (currentOccupancy: number, version: number): Step =>
  () => ({ type: 'counted', areas: [area({ currentOccupancy, version, totalEntries: currentOccupancy })] });
const synced =
  (fields: Partial<Sync> = {}): Step =>
  (device) => {
    const news = sync(fields);
    const sameHistory = device.state.epoch === null || device.state.epoch === news.epoch;
    return { type: 'synced', taps: sameHistory ? settle(device, news.lastSeq) : [], sync: news };
  };
const said =
  (action: RoomAction): Step =>
  () =>
    action;

function take(device: Device, step: Step): Device {
  const held = [...device.held];
  const next = { state: device.state, held };
  return { ...next, state: reduceRoom(device.state, step(next)), held: next.held };
}
const play = (steps: readonly Step[], from = fresh()): Device => steps.reduce(take, from);
const shown = ({ state }: Device, index = 0) => shownAreas(state)?.[index]?.currentOccupancy;
const unsent = ({ state }: Device) => shownAreas(state)?.[0]?.unsentTaps;

const at = (currentOccupancy: number, version: number, areaName = 'Main Stage') => [
  area({ currentOccupancy, version, areaName }),
];
const listed = (areas: Area[]) => said({ type: 'listed', areas });
const rejected = [{ seq: 1, code: 'counting_locked', message: 'Locked' }];

test('a tap counts at once, and once, through ack and update', () => {
  let device = play([synced()]);
  for (const step of [tapped(1, 1), acked(1, 1), counted(1, 1)]) {
    device = take(device, step);
    expect(shown(device)).toBe(1);
  }
  expect(device.state.acked).toEqual([]);
});

test.each<[what: string, people: number, steps: Step[]]>([
  ['an update that does not hold the tap yet keeps it on top', 11, [tapped(1, 1), acked(1, 5), counted(10, 4)]],
  [
    'an update that holds the tap takes it off the top',
    11,
    [tapped(1, 1), acked(1, 5), counted(10, 4), counted(11, 5)],
  ],
  ['an older value is ignored', 7, [counted(7, 3), counted(5, 2)]],
  [
    'a sync drops own taps up to its lastSeq and keeps the others',
    3,
    [tapped(1, 1), tapped(2, 1), tapped(3, 1), synced({ lastSeq: 2, areas: at(2, 4) })],
  ],
  ['a rejected tap goes at the ack', 1, [tapped(1, 1), tapped(2, 1), acked(2, 3, { rejected })]],
  [
    'a floored tap shrinks',
    1,
    [synced({ areas: at(3, 1) }), tapped(1, -5), acked(1, 2, { floored: [{ seq: 1, amount: 2 }] }), tapped(2, 1)],
  ],
  ['never below zero', 0, [tapped(1, -1), tapped(2, -1)]],
  ['a list does not show a tap twice whose ack is still on its way', 1, [tapped(1, 1), listed(at(1, 1))]],
  [
    'the ack of a tap that a list held already adds nothing',
    1,
    [tapped(1, 1), listed(at(1, 1)), acked(1, 1), counted(1, 1)],
  ],
  [
    'another epoch replaces everything; what was not acknowledged counts on',
    7,
    [
      counted(9, 9),
      tapped(1, 1),
      acked(1, 10),
      tapped(2, 1),
      tapped(3, 1),
      synced({ epoch: 'epoch-2', lastSeq: 3, areas: at(5, 1) }),
    ],
  ],
])('%s: %i', (_what, people, steps) => {
  expect(shown(play([synced(), ...steps]))).toBe(people);
});

test('a sync and a list take names and areas, and leave a value that is newer than their own', () => {
  const room = play([synced(), counted(8, 6)]);
  const area1 = { areaName: 'New name', currentOccupancy: 8, version: 6 };
  expect(take(room, synced({ areas: at(5, 5, 'New name') })).state.areas?.[0]).toMatchObject(area1);
  const both = take(room, listed([area({ areaId: 'a2', currentOccupancy: 4 }), ...at(5, 5, 'New name')]));
  expect(both.state.areas).toMatchObject([{ areaId: 'a2', currentOccupancy: 4 }, area1]);
  expect(shownAreas(take(room, listed([])).state)).toEqual([]);
});

test('an area without own taps keeps its identity', () => {
  const room = play([synced({ areas: [area(), area({ areaId: 'a2' })] })]);
  const before = shownAreas(room.state);
  const after = shownAreas(take(room, tapped(1, 1, 'a2')).state);
  expect(after?.[0]).toBe(before?.[0]);
  expect(after?.[1]?.totalEntries).toBe(1);
});

describe('own taps that go again after a call without an answer', () => {
  const resent = (...taps: QueuedTap[]) => said({ type: 'resent', taps });

  test('are not shown twice when the update overtakes their ack; other areas go on', () => {
    const other = area({ areaId: 'a2' });
    const room = play([synced({ areas: [area(), other] }), tapped(1, 1), resent(queued(1, 1))]);
    expect(shown(take(room, counted(1, 1)))).toBe(1);
    const { areaName: _name, capacity: _capacity, ...count } = area({ areaId: 'a2', currentOccupancy: 7, version: 2 });
    expect(shown(take(room, said({ type: 'counted', areas: [count] })), 1)).toBe(7);
    const device = play([counted(1, 1), acked(1, 1), counted(2, 2)], room);
    expect([shown(device), device.state.resent]).toEqual([2, null]);
  });

  test('of a transfer both areas wait for the ack', () => {
    const transfer = { ...queued(1, -2), to: 'a2' };
    const before = [area({ currentOccupancy: 5 }), area({ areaId: 'a2' })];
    const device = play([synced({ areas: before }), said({ type: 'tapped', ...transfer }), resent(transfer)]);
    device.held.push(transfer);
    const after = [area({ currentOccupancy: 3, version: 1 }), area({ areaId: 'a2', currentOccupancy: 2, version: 1 })];
    const both = (room: Device) => [shown(room), shown(room, 1)];
    const overtaken = take(device, said({ type: 'counted', areas: after }));
    expect(both(overtaken)).toEqual([3, 2]);
    expect(both(play([acked(1, 1), said({ type: 'counted', areas: after })], overtaken))).toEqual([3, 2]);
  });

  test.each([
    ['a sync that contains them', synced({ lastSeq: 1, areas: at(1, 1) }), null],
    ['another history', synced({ epoch: 'epoch-2' }), null],
    ['a sync from before', synced({ lastSeq: 0 }), { through: 1, areas: new Set(['a1']) }],
  ])('after %s', (_what, heard, resentThen) => {
    const room = play([synced(), tapped(1, 1), resent(queued(1, 1)), heard]);
    expect(room.state.resent).toEqual(resentThen);
  });
});

const adopted = (...taps: QueuedTap[]) => said({ type: 'adopted', taps });
const sending = (...taps: QueuedTap[]) => said({ type: 'sending', taps });
const delivered = (taps: QueuedTap[], occupancy: number, version: number, ack: Partial<Ack> = {}) =>
  said({
    type: 'delivered',
    taps,
    ack: { type: 'ack', seq: taps.length, version, ...ack },
    areas: at(occupancy, version),
  });

describe('taps of a dead tab', () => {
  const two = [queued(1, 1), queued(2, 1)];

  test('show as soon as areas are known, and count as unsent', () => {
    const room = play([adopted(...two), synced(), tapped(1, 1)]);
    expect([shown(room), unsent(room)]).toEqual([3, 3]);
    expect(shown(play([delivered(two, 2, 1), counted(2, 1)], room))).toBe(3);
  });

  test.each([
    ['the update', counted(2, 1)],
    ['a sync', synced({ areas: at(2, 1) })],
    ['a list', listed(at(2, 1))],
  ])('are not shown twice when %s overtakes the answer of their call', (_what, early) => {
    let device = play([synced(), adopted(...two)]);
    for (const step of [sending(...two), early, delivered(two, 2, 1), counted(2, 1)]) {
      device = take(device, step);
      expect(shown(device)).toBe(2);
    }
    expect(device.state.acked).toEqual([]);
  });

  test('a first list is shown although it may hold them: a call that hangs hides no pad', () => {
    const list = listed(at(2, 1));
    const device = play([adopted(...two), sending(...two), list]);
    expect(shown(device)).toBe(4);
    expect(shown(take(device, delivered(two, 2, 1)))).toBe(2);
    expect(shown(play([said({ type: 'returned' }), list], device))).toBe(4);
  });

  test('the counts of an answer are taken at once: the next batch holds others back only until its own', () => {
    const device = play([synced(), adopted(...two), sending(...two), counted(41, 2), delivered(two, 43, 3)]);
    const next = take(device, sending(...two));
    expect([shown(next), next.state.acked]).toEqual([43, []]);
  });

  test('an answer that is older than an own tap leaves it on top', () => {
    const before = play([synced(), adopted(...two), tapped(1, 1), sending(...two), acked(1, 9)]);
    expect(shown(play([delivered(two, 2, 5)], before))).toBe(3);
    expect(shown(play([delivered(two, 2, 5), counted(3, 9)], before))).toBe(3);
  });

  test('what is given up of one tab leaves the call for another alone', () => {
    const others = [queued(7, 1)];
    const device = play([synced(), adopted(...two), adopted(...others), sending(...two)]);
    expect(shown(play([said({ type: 'given_up', taps: others }), counted(2, 1)], device))).toBe(2);
  });

  test('an answer that repeats an old ack settles them by the values it brings', () => {
    const device = play([synced(), adopted(...two), sending(...two)]);
    const late = said({ type: 'delivered', taps: two, ack: { type: 'ack', seq: 2, version: 9 }, areas: at(2, 1) });
    expect(shown(play([late, counted(2, 1)], device))).toBe(2);
  });

  test('rejected ones go, floored ones shrink, lost ones go', () => {
    expect(shown(play([synced(), adopted(...two), delivered(two, 0, 0, { rejected, version: 1 })]))).toBe(0);
    const outs = [queued(1, -5)];
    const floored = [{ seq: 1, amount: 3 }];
    const before = play([synced({ areas: at(2, 1) }), adopted(...outs)]);
    expect(shown(play([sending(...outs), delivered(outs, 0, 2, { floored }), counted(0, 2)], before))).toBe(0);
    const gone = play([said({ type: 'given_up', taps: two })], play([synced(), adopted(...two)]));
    expect([shown(gone), unsent(gone)]).toEqual([0, undefined]);
  });

  test('own taps that a sync settles meanwhile stay on top of the value that is kept', () => {
    const areas = at(3, 2);
    const device = play([synced(), adopted(...two), tapped(1, 1), sending(...two), synced({ lastSeq: 1, areas })]);
    expect(shown(device)).toBe(3);
    expect(shown(play([delivered(two, 3, 2), synced({ lastSeq: 1, areas })], device))).toBe(3);
  });
});
