import { expect, test } from 'vitest';
import type { Ack, Sync } from '../../../src/shared/protocol/down';
import type { Area } from '../../../src/shared/schemas/area';
import type { QueuedTap } from '../../../web/src/realtime/outbox/queued-tap';
import {
  emptyRoom,
  reduceRoom,
  type RoomAction,
  type RoomState,
  shownAreas,
} from '../../../web/src/realtime/view/reducer';
import { area, sync } from '../support/areas';

/** The state, and the own taps that the outbox holds beside it. */
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
    const next = sync(fields);
    const sameHistory = device.state.epoch === null || device.state.epoch === next.epoch;
    return { type: 'synced', taps: sameHistory ? settle(device, next.lastSeq) : [], sync: next };
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

const at = (currentOccupancy: number, version: number, areaName = 'Main Stage') => [
  area({ currentOccupancy, version, areaName }),
];

test('a tap counts at once and only once, through ack and update', () => {
  let device = play([synced()]);
  for (const step of [tapped(1, 1), acked(1, 1), counted(1, 1)]) {
    device = take(device, step);
    expect(shown(device)).toBe(1);
  }
  expect(device.state.acked).toEqual([]);
});

test.each<[what: string, people: number, steps: Step[]]>([
  [
    'a sync drops own taps up to its lastSeq and keeps the others',
    3,
    [tapped(1, 1), tapped(2, 1), tapped(3, 1), synced({ lastSeq: 2, areas: at(2, 4) })],
  ],
  [
    'a floored tap shrinks by its floored amount',
    1,
    [synced({ areas: at(3, 1) }), tapped(1, -5), acked(1, 2, { floored: [{ seq: 1, amount: 2 }] }), tapped(2, 1)],
  ],
  ['a number never drops below zero', 0, [tapped(1, -1), tapped(2, -1)]],
  [
    'a list does not show a tap twice while its ack is in transit',
    1,
    [tapped(1, 1), said({ type: 'listed', areas: at(1, 1) })],
  ],
  [
    'another epoch replaces everything but keeps unacknowledged taps',
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
])('%s: the device shows %i', (_what, people, steps) => {
  expect(shown(play([synced(), ...steps]))).toBe(people);
});

test('own taps that are sent again after a lost answer do not show twice when the update arrives before their ack; other areas update', () => {
  const other = area({ areaId: 'a2' });
  const again = said({ type: 'resent', taps: [queued(1, 1)] });
  const room = play([synced({ areas: [area(), other] }), tapped(1, 1), again]);
  expect(shown(take(room, counted(1, 1)))).toBe(1);
  const { areaName: _name, capacity: _capacity, ...count } = area({ areaId: 'a2', currentOccupancy: 7, version: 2 });
  expect(shown(take(room, said({ type: 'counted', areas: [count] })), 1)).toBe(7);
  const device = play([counted(1, 1), acked(1, 1), counted(2, 2)], room);
  expect([shown(device), device.state.resent]).toEqual([2, null]);
  for (const heard of [synced({ lastSeq: 1, areas: at(1, 1) }), synced({ epoch: 'epoch-2' })]) {
    expect(take(room, heard).state.resent).toBeNull();
  }
  expect(take(room, synced({ lastSeq: 0 })).state.resent).toMatchObject({ through: 1 });
});

test('a list that arrives while an own tap is unsent keeps the counts and brings all that the admin has set, and nothing that was removed', () => {
  const limits = [{ kind: 'fire' as const, capacity: 90, condition: '7' }];
  const listed = (more: Partial<Area>) => said({ type: 'listed', areas: [area({ currentOccupancy: 9, ...more })] });
  const room = play([synced({ areas: at(5, 1) }), tapped(1, 1), listed({ capacity: 90, ownCapacity: 100, limits })]);
  expect(shownAreas(room.state)?.[0]).toMatchObject({ currentOccupancy: 6, capacity: 90, ownCapacity: 100, limits });
  expect(shownAreas(take(room, listed({})).state)?.[0]).not.toHaveProperty('limits');
});

test('floored taps of a dead tab shrink, and lost ones disappear', () => {
  const outs = [queued(1, -5)];
  const ack: Ack = { type: 'ack', seq: 1, version: 2, floored: [{ seq: 1, amount: 3 }] };
  const before = play([synced({ areas: at(2, 1) }), said({ type: 'adopted', taps: outs })]);
  const answer = said({ type: 'delivered', taps: outs, ack, areas: at(0, 2) });
  expect(shown(play([said({ type: 'sending', taps: outs }), answer, counted(0, 2)], before))).toBe(0);
  expect(shown(take(before, said({ type: 'given_up', taps: outs })))).toBe(2);
});
