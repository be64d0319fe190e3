import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { QueuedTap } from '../../web/src/realtime/outbox';
import { emptyRoom, reduceRoom, type RoomAction, type RoomState, shownAreas } from '../../web/src/realtime/reducer';
import { area, sync } from './support/areas';

const shown = (state: RoomState) => shownAreas(state)?.[0]?.currentOccupancy;
const START = 1_000;

/** A room as the server runs it: applies in order, floors nothing here, and answers acks before updates. */
class ModelRoom {
  version = 1;
  occupancy = START;
  readonly lastSeq = { own: 0, dead: 0 };

  apply(client: 'own' | 'dead', from: number, changes: readonly number[]): void {
    this.version += 1;
    for (const [index, change] of changes.entries()) {
      if (from + index !== this.lastSeq[client] + 1) continue;
      this.lastSeq[client] += 1;
      this.occupancy += change;
    }
  }

  applyOther(change: number): void {
    this.version += 1;
    this.occupancy += change;
  }

  get areas() {
    return [area({ currentOccupancy: this.occupancy, version: this.version })];
  }
}

type Doing =
  | 'tap'
  | 'send'
  | 'receive'
  | 'other'
  | 'sync'
  | 'reconnect'
  | 'adopt'
  | 'post'
  | 'arrive'
  | 'answer'
  | 'fail';
interface Step {
  do: Doing;
  change: number;
}

const step = (name: Doing, weight: number) => ({
  weight,
  arbitrary: fc.record({ do: fc.constant(name), change: fc.constantFrom(-2, -1, 1, 3) }),
});
const StepArb: fc.Arbitrary<Step> = fc.oneof(
  step('tap', 4),
  step('send', 3),
  step('receive', 5),
  step('other', 2),
  step('sync', 2),
  step('reconnect', 2),
  step('adopt', 2),
  step('post', 2),
  step('arrive', 2),
  step('answer', 2),
  step('fail', 1),
);

/** What the device hears over its socket, in order: said of the room as it was when it was sent. */
type Heard =
  | { type: 'ack'; seq: number; version: number }
  | { type: 'counted' | 'sync'; room: ReturnType<typeof glance> };
const glance = (room: ModelRoom) => ({ areas: room.areas, version: room.version, lastSeq: room.lastSeq.own });

/** One device with own taps and those of a dead tab, and the room. `onStep` sees every state and the changes tapped so far. */
function run(steps: readonly Step[], onStep: (state: RoomState, made: number, others: number) => void) {
  const room = new ModelRoom();
  const wire: Heard[] = [];
  let state = emptyRoom;
  let made = 0;
  const own: QueuedTap[] = [];
  let seqs = 0;
  let sent = 0;
  let dead: QueuedTap[] = [];
  let deadSeqs = 0;
  let call: { taps: QueuedTap[]; answer: { seq: number; version: number; areas: typeof room.areas } | null } | null =
    null;
  let others = 0;

  const hear = (action: RoomAction) => {
    state = reduceRoom(state, action);
    onStep(state, made, others);
  };
  const settle = (seq: number) => own.splice(0, own.filter((tap) => tap.seq <= seq).length);
  const hearSync = ({ areas, version, lastSeq }: ReturnType<typeof glance>) =>
    hear({ type: 'synced', taps: settle(lastSeq), sync: sync({ areas, version, lastSeq }) });
  const receive = () => {
    const news = wire.shift();
    if (news?.type === 'ack') {
      const { seq, version } = news;
      hear({ type: 'acked', taps: settle(seq), ack: { type: 'ack', seq, version } });
    } else if (news?.type === 'counted') hear({ type: 'counted', areas: news.room.areas });
    else if (news) hearSync(news.room);
  };
  const send = () => {
    const taps = own.filter(({ seq }) => seq > sent);
    if (taps.length > 0) {
      room.apply(
        'own',
        taps[0]?.seq ?? 0,
        taps.map(({ change }) => change),
      );
      wire.push({ type: 'ack', seq: room.lastSeq.own, version: room.version });
      wire.push({ type: 'counted', room: glance(room) });
    }
    sent = seqs;
  };
  const reconnect = () => {
    wire.length = 0;
    hearSync(glance(room));
    sent = room.lastSeq.own;
  };
  const arrive = () => {
    if (!call || call.answer) return;
    room.apply(
      'dead',
      call.taps[0]?.seq ?? 0,
      call.taps.map(({ change }) => change),
    );
    call.answer = { seq: room.lastSeq.dead, version: room.version, areas: room.areas };
    wire.push({ type: 'counted', room: glance(room) });
  };
  const end = (answered: boolean) => {
    if (!call || (answered && !call.answer)) return;
    const { answer } = call;
    call = null;
    if (answered && answer) {
      const taps = dead.filter(({ seq }) => seq <= answer.seq);
      dead = dead.filter(({ seq }) => seq > answer.seq);
      const ack = { type: 'ack' as const, seq: answer.seq, version: answer.version };
      hear({ type: 'delivered', taps, ack, areas: answer.areas });
    } else hear({ type: 'returned' });
    wire.push({ type: 'sync', room: glance(room) });
  };
  const post = () => {
    if (call || dead.length === 0) return;
    call = { taps: [...dead], answer: null };
    hear({ type: 'sending', taps: dead });
  };

  reconnect();
  for (const { do: doing, change } of steps) {
    if (doing === 'tap') {
      own.push({ seq: (seqs += 1), areaId: 'a1', change, at: 1 });
      made += change;
      hear({ type: 'tapped', areaId: 'a1', change });
    } else if (doing === 'adopt') {
      const tap = { seq: (deadSeqs += 1), areaId: 'a1', change, at: 1 };
      dead.push(tap);
      made += change;
      hear({ type: 'adopted', taps: [tap] });
    } else if (doing === 'other') {
      room.applyOther(change);
      others += change;
      wire.push({ type: 'counted', room: glance(room) });
    } else if (doing === 'send') send();
    else if (doing === 'sync') wire.push({ type: 'sync', room: glance(room) });
    else if (doing === 'reconnect') reconnect();
    else if (doing === 'post') post();
    else if (doing === 'arrive') arrive();
    else if (doing === 'answer') end(true);
    else if (doing === 'fail') end(false);
    else receive();
  }
  end(false);
  reconnect();
  post();
  arrive();
  end(true);
  send();
  while (wire.length > 0) receive();
  return { state, room, made, others };
}

describe('for any order of taps, sends, answers, syncs, reconnections and calls for a dead tab', () => {
  test('the number ends where the room is, and nothing is left over', () => {
    fc.assert(
      fc.property(fc.array(StepArb, { maxLength: 60, size: 'max' }), (steps) => {
        const { state, room, made, others } = run(steps, () => undefined);
        expect(room.occupancy).toBe(START + made + others);
        expect(shown(state)).toBe(room.occupancy);
        expect([state.own.size, state.adopted.size, state.acked, state.inDoubt.size]).toEqual([0, 0, [], 0]);
      }),
      { numRuns: 500 },
    );
  });

  test('alone on an area, the number is the sum of the taps at every moment: no double count, no flicker', () => {
    fc.assert(
      fc.property(fc.array(StepArb, { maxLength: 60, size: 'max' }), (steps) => {
        // After a call without an answer nobody knows whether its taps are in a value.
        const alone = steps.filter((each) => each.do !== 'other' && each.do !== 'fail');
        const arrived = alone.filter((each) => each.do === 'arrive');
        run([...alone, ...arrived, { do: 'answer', change: 1 }], (state, made) =>
          expect(shown(state)).toBe(START + made),
        );
      }),
      { numRuns: 500 },
    );
  });
});
