import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Ack } from '../../src/shared/protocol/down';
import { emptyRoom, reduceRoom, type RoomAction, type RoomState, shownAreas } from '../../web/src/realtime/reducer';
import { area, sync } from './support/areas';

const play = (actions: RoomAction[], from: RoomState = emptyRoom) => actions.reduce(reduceRoom, from);
const shown = (state: RoomState, index = 0) => shownAreas(state)?.[index]?.currentOccupancy;
const tapped = (seq: number, change: number, areaId = 'a1'): RoomAction => ({ type: 'tapped', seq, areaId, change });
const acked = (seq: number, version: number, more: Partial<Ack> = {}): RoomAction => ({
  type: 'acked',
  ack: { type: 'ack', seq, version, ...more },
});
const counted = (currentOccupancy: number, version: number): RoomAction => ({
  type: 'counted',
  areas: [area({ currentOccupancy, version, totalEntries: currentOccupancy })],
});
const synced = (fields = {}): RoomAction => ({ type: 'synced', sync: sync(fields) });

describe('what a device shows', () => {
  test('a tap counts at once, and once, through ack and update', () => {
    const room = play([synced()]);
    const steps = [tapped(1, 1), acked(1, 1), counted(1, 1)];
    let state = room;
    for (const step of steps) {
      state = reduceRoom(state, step);
      expect(shown(state)).toBe(1);
    }
    expect(state.taps).toEqual([]);
  });

  test('an update that does not hold the tap yet keeps it on top', () => {
    const state = play([synced(), tapped(1, 1), acked(1, 5), counted(10, 4)]);
    expect(shown(state)).toBe(11);
    expect(shown(reduceRoom(state, counted(11, 5)))).toBe(11);
  });

  test('an older value is ignored', () => {
    expect(shown(play([synced(), counted(7, 3), counted(5, 2)]))).toBe(7);
  });

  test('a sync drops own taps up to its lastSeq and keeps the others', () => {
    const areas = [area({ currentOccupancy: 2, version: 4 })];
    expect(shown(play([synced(), tapped(1, 1), tapped(2, 1), tapped(3, 1), synced({ lastSeq: 2, areas })]))).toBe(3);
  });

  test('a sync takes names and capacities, and leaves a value that is newer than its own', () => {
    const room = play([synced(), { type: 'listed', areas: [area({ currentOccupancy: 8, version: 6 })] }]);
    const areas = [area({ areaName: 'New name', currentOccupancy: 5, version: 5 })];
    const state = reduceRoom(room, synced({ areas }));
    expect(state.areas?.[0]).toMatchObject({ areaName: 'New name', currentOccupancy: 8, version: 6 });
  });

  test('a rejected tap goes at the ack, a floored one shrinks', () => {
    const rejected = [{ seq: 1, code: 'counting_locked', message: 'Locked' }];
    expect(shown(play([synced(), tapped(1, 1), tapped(2, 1), acked(2, 3, { rejected })]))).toBe(1);
    const room = play([synced({ areas: [area({ currentOccupancy: 3, version: 1 })] })]);
    expect(shown(play([tapped(1, -5), acked(1, 2, { floored: [{ seq: 1, amount: 2 }] }), tapped(2, 1)], room))).toBe(1);
  });

  test('never below zero', () => {
    expect(shown(play([synced(), tapped(1, -1), tapped(2, -1)]))).toBe(0);
  });

  test('a list does not show a tap twice whose ack is still on its way', () => {
    const room = play([synced(), tapped(1, 1)]);
    const list: RoomAction = {
      type: 'listed',
      areas: [area({ areaName: 'New name', currentOccupancy: 1, version: 1 })],
    };
    const listed = reduceRoom(room, list);
    expect(shown(listed)).toBe(1);
    expect(listed.areas?.[0]?.areaName).toBe('New name');
    expect(shown(play([acked(1, 1), counted(1, 1)], listed))).toBe(1);
  });

  test('a list adds and removes areas and never takes counts back', () => {
    const room = play([synced(), counted(7, 3)]);
    const areas = [area({ areaId: 'a2', currentOccupancy: 4 }), area({ currentOccupancy: 5, version: 2 })];
    expect(shownAreas(reduceRoom(room, { type: 'listed', areas }))?.map((a) => a.currentOccupancy)).toEqual([4, 7]);
    expect(shownAreas(reduceRoom(room, { type: 'listed', areas: [] }))).toEqual([]);
  });

  test('another epoch replaces everything; what was not acknowledged counts on, renumbered', () => {
    const room = play([synced(), counted(9, 9), tapped(1, 1), acked(1, 10), tapped(2, 1), tapped(3, 1)]);
    const areas = [area({ currentOccupancy: 5, version: 1 })];
    const state = play([synced({ epoch: 'epoch-2', lastSeq: 3, areas }), { type: 'renumbered' }], room);
    expect(shown(state)).toBe(7);
    expect(state.taps.map((tap) => tap.seq)).toEqual([1, 2]);
  });

  test('an area without own taps keeps its identity', () => {
    const room = play([synced({ areas: [area(), area({ areaId: 'a2' })] })]);
    const before = shownAreas(room);
    const after = shownAreas(reduceRoom(room, tapped(1, 1, 'a2')));
    expect(after?.[0]).toBe(before?.[0]);
    expect(after?.[1]?.totalEntries).toBe(1);
  });
});

/** A room as the server runs it: applies in order, floors nothing here, and answers acks before updates. */
class ModelRoom {
  version = 1;
  occupancy = 1_000;
  lastSeq = 0;
  readonly wire: RoomAction[] = [];

  apply(from: number, changes: number[]): void {
    this.version += 1;
    for (const [index, change] of changes.entries()) {
      if (from + index !== this.lastSeq + 1) continue;
      this.lastSeq += 1;
      this.occupancy += change;
    }
    this.wire.push(acked(this.lastSeq, this.version), counted(this.occupancy, this.version));
  }

  applyOther(change: number): void {
    this.version += 1;
    this.occupancy += change;
    this.wire.push(counted(this.occupancy, this.version));
  }

  sync(): RoomAction {
    const areas = [area({ currentOccupancy: this.occupancy, version: this.version })];
    return synced({ lastSeq: this.lastSeq, version: this.version, areas });
  }
}

const StepArb = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('tap' as const), change: fc.constantFrom(-2, -1, 1, 3) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('send' as const), change: fc.constant(0) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('other' as const), change: fc.constantFrom(-3, 1, 5) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('receive' as const), change: fc.constant(0) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sync' as const), change: fc.constant(0) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reconnect' as const), change: fc.constant(0) }) },
);

/** Runs steps on a device and a room; `onStep` sees every state with the changes of all own and of others' seen taps. */
function run(steps: readonly { do: string; change: number }[], onStep: (state: RoomState) => void) {
  const room = new ModelRoom();
  let state = reduceRoom(emptyRoom, room.sync());
  const own: number[] = [];
  let sent = 0;
  const receive = (action: RoomAction) => {
    state = reduceRoom(state, action);
    onStep(state);
  };
  const reconnect = () => {
    room.wire.length = 0;
    receive(room.sync());
    sent = room.lastSeq;
  };
  for (const step of steps) {
    if (step.do === 'tap') {
      own.push(step.change);
      receive(tapped(own.length, step.change));
    } else if (step.do === 'send') {
      if (own.length > sent) room.apply(sent + 1, own.slice(sent));
      sent = own.length;
    } else if (step.do === 'other') room.applyOther(step.change);
    else if (step.do === 'sync') room.wire.push(room.sync());
    else if (step.do === 'reconnect') reconnect();
    else {
      const next = room.wire.shift();
      if (next) receive(next);
    }
  }
  reconnect();
  if (own.length > sent) room.apply(sent + 1, own.slice(sent));
  for (const action of room.wire.splice(0)) receive(action);
  return { state, room, own };
}

describe('for any order of taps, sends, answers, syncs and reconnections', () => {
  test('the number ends where the room is, and nothing is left over', () => {
    fc.assert(
      fc.property(fc.array(StepArb, { maxLength: 60 }), (steps) => {
        const { state, room, own } = run(steps, () => undefined);
        expect(room.lastSeq).toBe(own.length);
        expect(shown(state)).toBe(room.occupancy);
        expect(state.taps).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  test('alone on an area, the number is the sum of the taps at every moment: no double count, no flicker', () => {
    fc.assert(
      fc.property(fc.array(StepArb, { maxLength: 60 }), (steps) => {
        const alone = steps.filter((step) => step.do !== 'other');
        let expected = 1_000;
        let taps = 0;
        run(alone, (state) => {
          const made = alone.filter((step) => step.do === 'tap');
          const known = Math.max(taps, ...state.taps.map((tap) => tap.seq));
          for (; taps < known; taps += 1) expected += made[taps]?.change ?? 0;
          expect(shown(state)).toBe(expected);
        });
      }),
      { numRuns: 500 },
    );
  });
});
