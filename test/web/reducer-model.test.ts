import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { QueuedTap } from '../../web/src/realtime/outbox';
import { emptyRoom, reduceRoom, type RoomAction, type RoomState, shownAreas } from '../../web/src/realtime/reducer';
import { area, sync } from './support/areas';

const START = 1_000;

/** People in the two areas. */
type People = readonly [a1: number, a2: number];
type Move = Pick<QueuedTap, 'areaId' | 'change' | 'to'>;

const shown = (state: RoomState) => shownAreas(state)?.map(({ currentOccupancy }) => currentOccupancy);

function moved([a1, a2]: People, { areaId, change, to }: Move): People {
  const back = to === undefined ? 0 : 0 - change;
  return areaId === 'a1' ? [a1 + change, a2 + back] : [a1 + back, a2 + change];
}

/** A room as the server runs it: applies in order, floors nothing here, and answers acks before updates. */
class ModelRoom {
  version = 1;
  people: People = [START, START];
  private areaVersions: People = [1, 1];
  readonly lastSeq = { own: 0, dead: 0 };

  apply(client: 'own' | 'dead', from: number, moves: readonly Move[]): void {
    this.version += 1;
    for (const [index, move] of moves.entries()) {
      if (from + index !== this.lastSeq[client] + 1) continue;
      this.lastSeq[client] += 1;
      this.move(move);
    }
  }

  applyOther(move: Move): void {
    this.version += 1;
    this.move(move);
  }

  private move(move: Move): void {
    const [a1, a2] = moved([0, 0], move);
    const [v1, v2] = this.areaVersions;
    this.people = moved(this.people, move);
    this.areaVersions = [a1 === 0 ? v1 : this.version, a2 === 0 ? v2 : this.version];
  }

  get areas() {
    const [a1, a2] = this.people;
    const [v1, v2] = this.areaVersions;
    return [
      area({ currentOccupancy: a1, version: v1 }),
      area({ areaId: 'a2', areaName: 'Bar', currentOccupancy: a2, version: v2 }),
    ];
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
  move: Move;
}

const change = fc.constantFrom(-2, -1, 1, 3);
const MoveArb: fc.Arbitrary<Move> = fc.oneof(
  fc.record({ areaId: fc.constantFrom('a1', 'a1', 'a2'), change }),
  fc.record({ areaId: fc.constant('a1'), to: fc.constant('a2'), change }),
);
const step = (name: Doing, weight: number) => ({
  weight,
  arbitrary: fc.record({ do: fc.constant(name), move: MoveArb }),
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

/** One device with own taps and those of a dead tab, and the room. `onStep` sees every state and where the taps so far lead. */
function run(steps: readonly Step[], onStep: (state: RoomState, made: People) => void) {
  const room = new ModelRoom();
  const wire: Heard[] = [];
  let state = emptyRoom;
  let made: People = [START, START];
  const own: QueuedTap[] = [];
  let seqs = 0;
  let sent = 0;
  let dead: QueuedTap[] = [];
  let deadSeqs = 0;
  let call: { taps: QueuedTap[]; answer: { seq: number; version: number; areas: typeof room.areas } | null } | null =
    null;

  const hear = (action: RoomAction) => {
    state = reduceRoom(state, action);
    onStep(state, made);
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
      room.apply('own', taps[0]?.seq ?? 0, taps);
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
    room.apply('dead', call.taps[0]?.seq ?? 0, call.taps);
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
  for (const { do: doing, move } of steps) {
    if (doing === 'tap') {
      own.push({ seq: (seqs += 1), ...move, at: 1 });
      made = moved(made, move);
      hear({ type: 'tapped', ...move });
    } else if (doing === 'adopt') {
      const tap = { seq: (deadSeqs += 1), ...move, at: 1 };
      dead.push(tap);
      made = moved(made, move);
      hear({ type: 'adopted', taps: [tap] });
    } else if (doing === 'other') {
      room.applyOther(move);
      made = moved(made, move);
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
  return { state, room, made };
}

describe('for any order of taps, sends, answers, syncs, reconnections and calls for a dead tab', () => {
  test('the number ends where the room is, and nothing is left over', () => {
    fc.assert(
      fc.property(fc.array(StepArb, { maxLength: 60, size: 'max' }), (steps) => {
        const { state, room, made } = run(steps, () => undefined);
        expect(room.people).toEqual(made);
        expect(shown(state)).toEqual(made);
        expect([state.own.size, state.adopted.size, state.acked, state.inDoubt.size]).toEqual([0, 0, [], 0]);
      }),
      { numRuns: 500 },
    );
  });

  test('alone on both areas, each number is the sum of the taps at every moment: no double count, no flicker', () => {
    fc.assert(
      fc.property(fc.array(StepArb, { maxLength: 60, size: 'max' }), (steps) => {
        // After a call without an answer nobody knows whether its taps are in a value.
        const alone = steps.filter((each) => each.do !== 'other' && each.do !== 'fail');
        const arrived = alone.filter((each) => each.do === 'arrive');
        const answer: Step = { do: 'answer', move: { areaId: 'a1', change: 1 } };
        run([...alone, ...arrived, answer], (state, made) => expect(shown(state)).toEqual(made));
      }),
      { numRuns: 500 },
    );
  });
});
