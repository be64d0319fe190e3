import { type Doors, nextMove } from '../support/crowd.ts';
import { type Random, seededRandom, wholeBetween } from '../support/random.ts';
import { Device } from '../support/socket-device.ts';
import type { Venue } from '../support/venue.ts';

/** One tap as it was made, with the effect that it must have once it counts. */
interface MadeTap {
  readonly areaId: string;
  readonly change: number;
}

const FRAMES_IN_FLIGHT = 4;
const TAPS_PER_FRAME_MAX = 20;
/** The last area only gets exits, so every exit there is floored. */
export const MIXED_AREAS = 3;
const DOORS: Doors = {
  gates: Array.from({ length: MIXED_AREAS + 1 }, (_, area) => ({
    device: 0,
    area,
    ins: area < MIXED_AREAS ? 2 : 0,
    outs: 1,
  })),
  passages: [],
};
/** Its door does not look at counts: people leave whoever is inside. */
const ANY_PEOPLE = DOORS.gates.map(() => ({ occupancy: Infinity, capacity: 1_000 }));

/**
 * A device that counts as fast as its acks arrive and follows the rules of the outbox: it numbers its taps without
 * gaps, keeps them until they are acknowledged, and after each reconnection sends them again from the first
 * unacknowledged one, under the same client id. It also sends taps again that the room reports as stored: only an ack
 * ends a tap, so every kill also tests duplicates.
 */
export class Tapper {
  /** Taps that were acknowledged and that the room later does not have. */
  lost = 0;
  rejected = 0;
  private readonly number: number;
  private readonly random: Random;
  private readonly areaIds: readonly string[];
  /** Ordered by seq. */
  private made: MadeTap[] = [];
  private acked = 0;
  /** The last seq that the room reported, at a join or in an ack. */
  private roomLastSeq = 0;
  private inFlight: number[] = [];
  private device: Device | null = null;
  private isTapping = false;
  private onAllAcknowledged: (() => void) | null = null;

  constructor(number: number, seed: number, { areaIds }: Venue) {
    this.number = number;
    this.random = seededRandom(seed * 31 + number);
    this.areaIds = areaIds;
  }

  /** Connects and joins; resolves once the room has said what it knows of this client. `start` begins to send. */
  async join(url: URL, venue: Venue): Promise<void> {
    const socketUrl = new URL(`/api/events/${venue.eventId}/socket?v=1`, url.href.replace('http', 'ws')).href;
    const device = await Device.open({ ...venue, socketUrl });
    this.device = device;
    this.roomLastSeq = (await device.joinAs(this.clientId)).lastSeq;
    if (this.roomLastSeq > this.made.length)
      throw new Error(`The room has tap ${this.roomLastSeq}, which was never made`);
    this.lost = Math.max(0, this.acked - this.roomLastSeq);
    device.seq = this.acked + 1;
    this.inFlight = [];
    device.onText = (text) => {
      if (text.startsWith('{"type":"ack"')) this.heard(JSON.parse(text));
    };
  }

  start(): void {
    this.isTapping = true;
    this.pump();
  }

  /** Resolves once the other end has closed the connection and all data that arrived by then is read. */
  async closed(): Promise<void> {
    await this.device?.closedWith();
  }

  /** Stops tapping and disconnects; resolves once all taps are acknowledged. */
  async drain(): Promise<void> {
    this.isTapping = false;
    if (this.acked < this.made.length) {
      await new Promise<void>((resolve) => {
        this.onAllAcknowledged = resolve;
      });
    }
    this.device?.socket.terminate();
  }

  /** All taps that the room reports to have from this device. */
  get durable(): MadeTap[] {
    return this.made.slice(0, this.roomLastSeq);
  }

  private get clientId(): string {
    return `fault-client-${String(this.number).padStart(6, '0')}`;
  }

  private heard({ seq, rejected = [] }: { seq: number; rejected?: unknown[] }): void {
    this.rejected += rejected.length;
    this.roomLastSeq = seq;
    this.acked = Math.max(this.acked, seq);
    this.inFlight = this.inFlight.filter((last) => last > seq);
    if (this.device !== null) this.device.seq = Math.max(this.device.seq, seq + 1);
    this.pump();
    if (this.acked === this.made.length) this.onAllAcknowledged?.();
  }

  private pump(): void {
    const { device } = this;
    if (device === null) return;
    while (this.inFlight.length < FRAMES_IN_FLIGHT) {
      const from = device.seq - 1;
      const to = from + wholeBetween(this.random, 1, TAPS_PER_FRAME_MAX);
      while (this.isTapping && this.made.length < to) this.made.push(this.makeTap());
      const taps = this.made.slice(from, to);
      if (taps.length === 0) return;
      const at = Date.now();
      this.inFlight.push(device.sendTaps(taps.map((tap) => ({ ...tap, at }))));
    }
  }

  private makeTap(): MadeTap {
    const { area = 0, change = 1 } = nextMove(this.random, DOORS, ANY_PEOPLE) ?? {};
    return { areaId: this.areaIds[area] ?? '', change };
  }
}
