import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Ack, Sync } from '../../src/shared/protocol/down';
import type { QueuedTap } from '../../web/src/realtime/outbox';
import { emptyRoom, reduceRoom, type RoomAction, shownAreas } from '../../web/src/realtime/reducer';
import { area, sync } from './support/areas';

const AREAS = ['a1', 'a2'] as const;
type AreaId = (typeof AREAS)[number];

/** Others come in thousands and own taps are few: each shown number says how much of it is whose. */
const OTHERS = 10_000;
const START = 5_000;

interface Tap {
  areaId: AreaId;
  change: number;
  to?: AreaId | undefined;
  undoes?: number | undefined;
}

/** What a tap does to each area, as [ins, outs]: an undo lowers what it takes back. */
function effects({ areaId, change, to, undoes }: Tap): [AreaId, ins: number, outs: number][] {
  const lowers = undoes === undefined ? 1 : -1;
  const one = (id: AreaId, by: number): [AreaId, number, number] => (by * lowers > 0 ? [id, by, 0] : [id, 0, 0 - by]);
  return to === undefined ? [one(areaId, change)] : [one(areaId, change), one(to, 0 - change)];
}

/** What a device hears. */
type Said =
  | Extract<RoomAction, { type: 'counted' | 'listed' }>
  | { type: 'acked'; ack: Ack }
  | { type: 'synced'; sync: Sync };

/** A room with two areas: it applies in order, refuses while locked and undoes of what it refused, and answers acks before updates. */
class Room {
  epoch = 1;
  locked = false;
  version = 1;
  lastSeq = 0;
  private clientVersion = 0;
  readonly rejected = new Set<number>();
  private readonly areas = new Map(AREAS.map((id) => [id, { ins: START, outs: 0, version: 1 }]));

  numbers(id: AreaId): { ins: number; outs: number; version: number } {
    return this.areas.get(id) ?? { ins: 0, outs: 0, version: 0 };
  }

  private move(id: AreaId, moreIns: number, moreOuts = 0): void {
    const { ins, outs } = this.numbers(id);
    this.areas.set(id, { ins: ins + moreIns, outs: outs + moreOuts, version: this.version });
  }

  get values() {
    return AREAS.map((areaId) => {
      const { ins, outs, version } = this.numbers(areaId);
      return area({ areaId, currentOccupancy: ins - outs, totalEntries: ins, totalExits: outs, version });
    });
  }

  private counted(ids: ReadonlySet<AreaId>): Said[] {
    const changed = this.values.filter(({ areaId }) => AREAS.some((id) => id === areaId && ids.has(id)));
    return changed.length > 0 ? [{ type: 'counted', areas: changed }] : [];
  }

  others(id: AreaId): Said[] {
    this.version += 1;
    this.move(id, OTHERS);
    return this.counted(new Set([id]));
  }

  receive(from: number, taps: readonly Tap[]): { ack: Said; updates: Said[] } {
    const rejected: NonNullable<Ack['rejected']> = [];
    const touched = new Set<AreaId>();
    const version = this.version + 1;
    for (const [index, tap] of taps.entries()) {
      if (from + index !== this.lastSeq + 1) continue;
      this.lastSeq += 1;
      if (this.locked || this.rejected.has(tap.undoes ?? 0)) {
        this.rejected.add(this.lastSeq);
        rejected.push({ seq: this.lastSeq, code: 'counting_locked', message: 'Locked' });
        continue;
      }
      this.version = version;
      this.clientVersion = version;
      for (const [areaId, ins, outs] of effects(tap)) {
        touched.add(areaId);
        this.move(areaId, ins, outs);
      }
    }
    const ack: Ack = {
      type: 'ack',
      seq: this.lastSeq,
      version: this.clientVersion,
      ...(rejected.length > 0 && { rejected }),
    };
    return { ack: { type: 'acked', ack }, updates: this.counted(touched) };
  }

  sync(): Said {
    const { version, lastSeq, values: areas } = this;
    return { type: 'synced', sync: sync({ version, lastSeq, areas }) };
  }
}

/** A device: its socket's frames come in order, the answers of its calls whenever they like, or never. */
class Device {
  readonly taps: Tap[] = [];
  /** Up to here it knows what became of its taps. */
  known = 0;
  state = emptyRoom;
  private sent = 0;
  private socket: Said[] | null = [];
  private call: { type: 'list' | 'poll'; answer: Said[] } | null = null;

  constructor(
    private readonly room: Room,
    private readonly look: () => void,
  ) {
    this.hear([room.sync()]);
  }

  /**
   * What comes together is shown together: a polling answer's ack says nothing of refusals that were told before and not
   * heard, its sync does.
   */
  private hear(actions: readonly Said[]): void {
    for (const action of actions) {
      this.state = reduceRoom(this.state, this.withSettled(action));
      if (action.type === 'synced') this.known = Math.max(this.known, action.sync.lastSeq);
      if (action.type === 'acked') this.known = Math.max(this.known, action.ack.seq);
    }
    this.look();
  }

  /** With the taps that leave the outbox with it. */
  private withSettled(said: Said): RoomAction {
    if (said.type === 'acked') return { ...said, taps: this.settle(said.ack.seq) };
    if (said.type === 'synced') return { ...said, taps: this.settle(said.sync.lastSeq) };
    return said;
  }

  private settle(seq: number): readonly QueuedTap[] {
    const numbered = this.taps.map((tap, place) => ({ ...tap, seq: place + 1, at: 1 }));
    return numbered.filter((tap) => tap.seq > this.known && tap.seq <= seq);
  }

  tap(tap: Tap): void {
    this.taps.push(tap);
    const { areaId, change, to, undoes } = tap;
    this.state = reduceRoom(this.state, { type: 'tapped', areaId, change, to, undoes });
    this.look();
  }

  /** The newest that is no undo and not undone. */
  undo(): void {
    const undone = new Set(this.taps.map(({ undoes }) => undoes));
    const place = this.taps.findLastIndex(({ undoes }, index) => undoes === undefined && !undone.has(index + 1));
    const tap = this.taps[place];
    if (tap) this.tap({ ...tap, change: 0 - tap.change, undoes: place + 1 });
  }

  send(): void {
    if (this.socket === null || this.taps.length === this.sent) return;
    const { ack, updates } = this.room.receive(this.sent + 1, this.taps.slice(this.sent));
    this.sent = this.taps.length;
    this.socket.push(ack, ...updates);
  }

  told(actions: readonly Said[]): void {
    this.socket?.push(...actions);
  }

  receive(): void {
    const next = this.socket?.shift();
    if (next) this.hear([next]);
  }

  /** Whatever was on its way is lost; the answer of a polling call is not waited for any more. */
  connect(): void {
    if (this.call?.type === 'poll') this.call = null;
    this.socket = [];
    this.hear([this.room.sync()]);
    this.sent = this.known;
  }

  disconnect(): void {
    this.socket = null;
  }

  list(): void {
    this.call ??= { type: 'list', answer: [{ type: 'listed', areas: this.room.values }] };
  }

  poll(): void {
    if (this.call !== null || this.socket !== null || this.taps.length === this.known) return;
    const { ack } = this.room.receive(this.known + 1, this.taps.slice(this.known));
    this.call = { type: 'poll', answer: [ack, this.room.sync()] };
  }

  answer(isLost: boolean): void {
    const { call } = this;
    this.call = null;
    if (call && !isLost) this.hear(call.answer);
  }
}

const areaId = fc.constantFrom(...AREAS);
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('tap' as const), areaId, change: fc.constantFrom(-2, -1, 1, 3) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('transfer' as const), areaId, change: fc.constantFrom(-2, -1) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('others' as const), areaId }) },
  ...(
    [
      ['undo', 2],
      ['send', 5],
      ['receive', 8],
      ['list', 2],
      ['poll', 2],
      ['answer', 3],
      ['lose answer', 1],
      ['disconnect', 1],
      ['connect', 1],
      ['lock', 1],
      ['ask', 1],
    ] as const
  ).map(([what, weight]) => ({ weight, arbitrary: fc.record({ do: fc.constant(what) }) })),
);

/** [occupancy, ins, outs] */
function shown({ state }: Device, id: AreaId): number[] {
  const found = shownAreas(state)?.find((one) => one.areaId === id);
  return found ? [found.currentOccupancy, found.totalEntries, found.totalExits] : [];
}

/** What the device's own taps come to, as far as it can know, as `shown`: one that is refused counts until it hears of that. */
function ownSum(device: Device, room: Room, id: AreaId): number[] {
  const counting = device.taps.filter((_, index) => !(room.rejected.has(index + 1) && index < device.known));
  const own = counting.flatMap(effects).filter(([end]) => end === id);
  const ins = own.reduce((sum, [, more]) => sum + more, 0);
  const outs = own.reduce((sum, [, , more]) => sum + more, 0);
  return [ins - outs, ins, outs];
}

test('a number moves for an own tap, for others, or for a refusal, each once and never back', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 70, size: 'max' }), (steps) => {
      const room = new Room();
      const seenOthers = { a1: 0, a2: 0 };
      let device: Device | null = null;
      const look = () => {
        if (device === null) return;
        for (const id of AREAS) {
          const own = ownSum(device, room, id);
          const [occupancy = 0, ins = 0, outs = 0] = shown(device, id).map((number, i) => number - (own[i] ?? 0));
          const others = occupancy - START;
          expect(others % OTHERS, `own taps on ${id}`).toBe(0);
          expect([ins, outs], `own taps in the totals of ${id}`).toEqual([occupancy, 0]);
          expect(others, `others on ${id}`).toBeGreaterThanOrEqual(seenOthers[id]);
          seenOthers[id] = others;
        }
      };
      device = new Device(room, look);
      for (const action of steps) {
        if (action.do === 'tap') device.tap(action);
        else if (action.do === 'transfer') device.tap({ ...action, to: action.areaId === 'a1' ? 'a2' : 'a1' });
        else if (action.do === 'undo') device.undo();
        else if (action.do === 'others') device.told(room.others(action.areaId));
        else if (action.do === 'send') device.send();
        else if (action.do === 'receive') device.receive();
        else if (action.do === 'list') device.list();
        else if (action.do === 'poll') device.poll();
        else if (action.do === 'answer') device.answer(false);
        else if (action.do === 'lose answer') device.answer(true);
        else if (action.do === 'disconnect') device.disconnect();
        else if (action.do === 'connect') device.connect();
        else if (action.do === 'ask') device.told([room.sync()]);
        else room.locked = !room.locked;
      }
      device.connect();
      device.send();
      for (let left = 0; left < 3; left += 1) device.receive();
      expect([device.state.own.size, device.state.acked]).toEqual([0, []]);
      for (const id of AREAS) {
        const { ins, outs } = room.numbers(id);
        expect(shown(device, id)).toEqual([ins - outs, ins, outs]);
      }
    }),
    { numRuns: 2_000 },
  );
});
