import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Ack } from '../../../src/shared/protocol/down';
import type { Area } from '../../../src/shared/schemas/area';
import type { QueuedTap } from '../../../web/src/realtime/outbox/queued-tap';
import { emptyRoom, reduceRoom, type RoomAction, shownAreas } from '../../../web/src/realtime/view/reducer';
import { RoomModel } from '../../support/room-model';
import { area, sync } from '../support/areas';

const AREAS = ['a1', 'a2'] as const;

/** Other devices count in thousands and own taps are few, so each number shows how much of it is own. */
const OTHERS = 10_000;
const START = 5_000;

type Client = 'own' | 'dead' | 'others';
type Tap = Pick<QueuedTap, 'areaId' | 'change' | 'to' | 'undoes'>;

/** The effect of a tap on an area as [ins, outs]: an undo lowers the total that its tap raised. */
function effectOn(id: string, { areaId, change, to, undoes }: Tap): [ins: number, outs: number] {
  const lowers = undoes === undefined ? 1 : -1;
  const by = areaId === id ? change : to === id ? 0 - change : 0;
  return by * lowers > 0 ? [by, 0] : [0, 0 - by];
}

/** The room and its messages. */
class Room {
  readonly model = new RoomModel();
  readonly rejected = { own: new Set<number>(), dead: new Set<number>(), others: new Set<number>() };

  constructor() {
    for (const id of AREAS) {
      this.model.addArea(id);
      this.receive('others', null, [{ areaId: id, change: START }]);
    }
  }

  get values(): Area[] {
    return [...this.model.areas.values()].map(({ areaId, occupancy, ins, outs, version }) =>
      area({ areaId, currentOccupancy: occupancy, totalEntries: ins, totalExits: outs, version }),
    );
  }

  receive(client: Client, seq: number | null, taps: readonly Tap[]): { ack: Ack; updates: RoomAction[] } {
    const before = this.model.version;
    const timed = taps.map((tap) => ({ ...tap, at: 0 }));
    const batch = { clientId: client, principal: client, seq, sentAt: 0, receivedAt: 0, taps: timed };
    const answer = this.model.receive(batch);
    for (const rejected of answer?.rejected ?? []) this.rejected[client].add(rejected.seq);
    const rejected = answer?.rejected.map((one) => ({ ...one, message: 'Refused' })) ?? [];
    const version = this.model.clients.get(client)?.version ?? 0;
    const changed = this.values.filter((value) => value.version > before);
    return {
      ack: { type: 'ack', seq: answer?.seq ?? 0, version, ...(rejected.length > 0 && { rejected }) },
      updates: changed.length > 0 ? [{ type: 'counted', areas: changed }] : [],
    };
  }

  sync(): RoomAction {
    const { version } = this.model;
    const said = sync({ version, lastSeq: this.model.lastSeq('own'), areas: this.values });
    // The device fills in the taps that this sync settles.
    return { type: 'synced', taps: [], sync: said };
  }
}

const expectNumbers = (areaId: string, shown: object, expected: object) =>
  expect({ areaId, ...shown }).toEqual({ areaId, ...expected });

/** A device. Its socket's frames arrive in order; the answers of its calls arrive at any time, or never. */
class Device {
  readonly room = new Room();
  state = emptyRoom;
  private readonly taps: Record<'own' | 'dead', Tap[]> = { own: [], dead: [] };
  /** The last seq whose outcome the device knows. */
  private readonly known = { own: 0, dead: 0 };
  private sent = 0;
  private socket: RoomAction[] | null = [];
  /** The pending call for a list or for own taps by polling. */
  private call: { type: 'list' | 'poll'; answer: RoomAction[] } | null = null;
  /** The pending call for a dead tab's taps; its answer is null until the room has received it. */
  private deadCall: { taps: QueuedTap[]; answer: { ack: Ack; areas: Area[] } | null } | null = null;
  /**
   * Set when a dead tab's call was counted and its answer lost. Whether a value includes these taps is unknown until
   * they have been sent again and a later sync has arrived while no call is pending.
   */
  private inDoubtUntil = 0;
  private readonly seenOthers = { a1: 0, a2: 0 };

  /** [occupancy, entries, exits] */
  shown(id: string): number[] {
    const found = shownAreas(this.state)?.find((one) => one.areaId === id);
    return found ? [found.currentOccupancy, found.totalEntries, found.totalExits] : [];
  }

  /** Checks that a number changes once for each own tap, other devices' tap or received refusal, and never back. */
  private look(): void {
    if (this.inDoubtUntil > 0) return;
    for (const id of AREAS) {
      const counting = (['own', 'dead'] as const).flatMap((client) =>
        this.taps[client].filter((_, i) => !(i < this.known[client] && this.room.rejected[client].has(i + 1))),
      );
      const effects = counting.map((tap) => effectOn(id, tap));
      const ownIns = effects.reduce((sum, [ins]) => sum + ins, 0);
      const ownOuts = effects.reduce((sum, [, outs]) => sum + outs, 0);
      const [occupancy = 0, ins = 0, outs = 0] = this.shown(id);
      const others = ins - ownIns - START;
      expectNumbers(
        id,
        { ownPart: others % OTHERS, occupancy, outs },
        { ownPart: 0, occupancy: ins - ownOuts, outs: ownOuts },
      );
      expectNumbers(id, { hasGoneBack: others < this.seenOthers[id] }, { hasGoneBack: false });
      this.seenOthers[id] = others;
    }
  }

  /**
   * Shows actions that arrive together in one step: the ack in a polling answer omits refusals that were reported
   * earlier and not received, but its sync includes them.
   */
  private hear(...actions: readonly RoomAction[]): void {
    for (const action of actions) {
      const settled = (seq: number) => {
        const taps = this.queued('own').filter((tap) => tap.seq > this.known.own && tap.seq <= seq);
        this.known.own = Math.max(this.known.own, seq);
        return taps;
      };
      const { type } = action;
      if (type === 'acked') this.reduce({ ...action, taps: settled(action.ack.seq) });
      else if (type === 'synced') this.reduce({ ...action, taps: settled(action.sync.lastSeq) });
      else this.reduce(action);
      if (type === 'synced' && this.deadCall === null && action.sync.version >= this.inDoubtUntil)
        this.inDoubtUntil = 0;
    }
    this.look();
  }

  private reduce(action: RoomAction): void {
    this.state = reduceRoom(this.state, action);
  }

  private queued(client: 'own' | 'dead'): QueuedTap[] {
    return this.taps[client].map((tap, i) => ({ ...tap, seq: i + 1, at: 1 }));
  }

  tap(tap: Tap): void {
    this.taps.own.push(tap);
    this.hear({ type: 'tapped', ...tap });
  }

  /** Undoes the newest tap that is neither an undo nor undone. */
  undo(): void {
    const { own } = this.taps;
    const undone = new Set(own.map(({ undoes }) => undoes));
    const index = own.findLastIndex(({ undoes }, i) => undoes === undefined && !undone.has(i + 1));
    const tap = own[index];
    if (tap) this.tap({ ...tap, change: 0 - tap.change, undoes: index + 1 });
  }

  send(): void {
    const { own } = this.taps;
    if (this.socket === null || own.length === this.sent) return;
    const { ack, updates } = this.room.receive('own', this.sent + 1, own.slice(this.sent));
    this.sent = own.length;
    this.socket.push({ type: 'acked', taps: [], ack }, ...updates);
  }

  others(areaId: string): void {
    this.socket?.push(...this.room.receive('others', null, [{ areaId, change: OTHERS }]).updates);
  }

  ask(): void {
    this.socket?.push(this.room.sync());
  }

  /** Returns false when no frame is left. */
  receive(): boolean {
    const next = this.socket?.shift();
    if (next) this.hear(next);
    return next !== undefined;
  }

  /** Connects again: frames in transit are lost, and the answer of a polling call is abandoned. */
  connect(): void {
    if (this.call?.type === 'poll') this.call = null;
    this.socket = [];
    this.hear(this.room.sync());
    this.sent = this.known.own;
  }

  disconnect(): void {
    this.socket = null;
  }

  list(): void {
    this.call ??= { type: 'list', answer: [{ type: 'listed', areas: this.room.values }] };
  }

  poll(): void {
    const { own } = this.taps;
    if (this.call !== null || this.socket !== null || own.length === this.known.own) return;
    const { ack } = this.room.receive('own', this.known.own + 1, own.slice(this.known.own));
    this.call = { type: 'poll', answer: [{ type: 'acked', taps: [], ack }, this.room.sync()] };
  }

  answer(isLost: boolean): void {
    const { call } = this;
    this.call = null;
    if (call && !isLost) this.hear(...call.answer);
  }

  /** A tab dies, and this device takes over its tap. */
  adopt(tap: Tap): void {
    this.taps.dead.push(tap);
    this.hear({ type: 'adopted', taps: this.queued('dead').slice(-1) });
  }

  post(): void {
    const taps = this.queued('dead').slice(this.known.dead);
    if (this.deadCall !== null || taps.length === 0) return;
    this.deadCall = { taps, answer: null };
    this.hear({ type: 'sending', taps });
  }

  arrive(): void {
    const { deadCall } = this;
    if (deadCall === null || deadCall.answer !== null) return;
    const { ack, updates } = this.room.receive('dead', this.known.dead + 1, deadCall.taps);
    deadCall.answer = { ack, areas: this.room.values };
    this.socket?.push(...updates);
  }

  end(isAnswered: boolean): void {
    const { deadCall } = this;
    if (deadCall === null || (isAnswered && deadCall.answer === null)) return;
    this.deadCall = null;
    if (isAnswered && deadCall.answer) {
      this.known.dead += deadCall.taps.length;
      if (this.inDoubtUntil > 0) this.inDoubtUntil = this.room.model.version;
      this.hear({ type: 'delivered', taps: deadCall.taps, ...deadCall.answer });
    } else {
      if (deadCall.answer !== null) this.inDoubtUntil = Infinity;
      this.hear({ type: 'returned' });
    }
    this.ask();
  }

  settle(): void {
    this.end(false);
    this.connect();
    this.post();
    this.arrive();
    this.end(true);
    this.send();
    while (this.receive());
  }
}

/** How often the generator draws each step. */
const OWN = [
  ['tap', 5],
  ['undo', 2],
  ['others', 3],
  ['send', 5],
  ['receive', 9],
  ['ask', 1],
  ['disconnect', 1],
  ['connect', 1],
] as const;
const CALLS = [
  ['list', 2],
  ['poll', 2],
  ['answer', 3],
  ['lose', 1],
  ['lock', 1],
] as const;
const DEAD = [
  ['adopt', 2],
  ['post', 2],
  ['arrive', 2],
  ['deliver', 2],
  ['fail', 1],
] as const;
type Drawn = (typeof OWN | typeof CALLS | typeof DEAD)[number];

const stepsOf = (...drawn: readonly Drawn[]) =>
  fc.array(
    fc.record({
      do: fc.constantFrom(...drawn.flatMap(([name, weight]) => Array<Drawn[0]>(weight).fill(name))),
      areaId: fc.constantFrom(...AREAS),
      change: fc.constantFrom(-2, -1, 1, 3),
      isTransfer: fc.constantFrom(false, false, true),
    }),
    { maxLength: 70, size: 'max' },
  );
// Not all at once: a list or refusal during a dead tab's call may show a tap twice, or a refused one, until a sync.
const steps = fc.oneof(stepsOf(...OWN, ...CALLS), stepsOf(...OWN, ...DEAD));

test('a number changes once for each tap and never back, in any order of taps, frames, answers, reconnections and calls for a dead tab', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const device = new Device();
      device.connect();
      for (const { do: action, areaId, change, isTransfer } of all) {
        const tap = { areaId, change, ...(isTransfer && { to: areaId === 'a1' ? 'a2' : 'a1' }) };
        if (action === 'tap') device.tap(tap);
        else if (action === 'adopt') device.adopt(tap);
        else if (action === 'others') device.others(areaId);
        else if (action === 'lose') device.answer(true);
        else if (action === 'answer') device.answer(false);
        else if (action === 'deliver') device.end(true);
        else if (action === 'fail') device.end(false);
        else if (action === 'lock') device.room.model.lockedAt = device.room.model.lockedAt === null ? 0 : null;
        else device[action]();
      }
      device.settle();
      const { own, adopted, acked, inDoubt } = device.state;
      expect([own.size, adopted.size, acked, inDoubt.size]).toEqual([0, 0, [], 0]);
      for (const id of AREAS) expect(device.shown(id)).toEqual(device.room.model.counts[id]);
    }),
    { numRuns: 2_000 },
  );
});
