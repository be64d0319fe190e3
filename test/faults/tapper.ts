import { WebSocket } from 'ws';
import type { Venue } from '../support/venue.ts';
import { pick, type Random, wholeBetween } from '../support/random.ts';

/** One tap as it was made: what it must have done once it counts. */
export interface MadeTap {
  readonly areaId: string;
  readonly change: number;
}

const FRAMES_IN_FLIGHT = 4;
const TAPS_PER_FRAME_MAX = 20;

interface Down {
  type: string;
  seq: number;
  lastSeq: number;
  clientId: string;
  rejected?: unknown[];
}

/**
 * A device that counts as fast as its acks come, with the outbox's rules: its taps are numbered without a gap, kept until
 * they are acknowledged, and go again from the first unacknowledged one after each reconnection, under the same client id.
 * It sends again also what the room says it has: an ack alone ends a tap, so that duplicates are tried at every kill.
 */
export class Tapper {
  /** Acknowledged by the room, in order. */
  private readonly acknowledged: MadeTap[] = [];
  /** Acknowledged, and then not known to the room any more. */
  lost = 0;
  rejected = 0;
  private readonly number: number;
  private readonly random: Random;
  private readonly makeTap: () => MadeTap;
  private generation = 0;
  private firstHeldSeq = 1;
  /** What the room said last, at a join or in an ack. */
  private roomLastSeq = 0;
  private held: MadeTap[] = [];
  private sentThrough = 0;
  private inFlight: number[] = [];
  private socket: WebSocket | null = null;
  private isTapping = false;
  private onAllAcknowledged: (() => void) | null = null;

  constructor(number: number, random: Random, makeTap: () => MadeTap) {
    this.number = number;
    this.random = random;
    this.makeTap = makeTap;
  }

  /** Connects and joins; resolves once the room has said what it knows of this client. Nothing is sent before `start`. */
  async join(url: URL, { eventId, headers }: Venue): Promise<void> {
    const socketUrl = new URL(`/api/events/${eventId}/socket?v=1`, url.href.replace('http', 'ws'));
    const socket = new WebSocket(socketUrl, { headers, perMessageDeflate: false });
    this.socket = socket;
    await new Promise<void>((resolve, reject) => {
      const join = () => socket.send(JSON.stringify({ type: 'join_event', eventId, clientId: this.clientId }));
      socket.on('open', join);
      socket.on('error', reject);
      socket.on('message', (data: Buffer) => {
        const text = data.toString();
        if (text.startsWith('{"type":"ack"')) this.acked(JSON.parse(text), eventId);
        if (!text.startsWith('{"type":"sync"')) return;
        if (this.synced(JSON.parse(text))) resolve();
        else join();
      });
    });
  }

  start(eventId: string): void {
    this.isTapping = true;
    this.pump(eventId);
  }

  /** Resolves once the connection is closed from the other end, and all that had arrived by then is heard. */
  async closed(): Promise<void> {
    const { socket } = this;
    if (socket === null || socket.readyState === WebSocket.CLOSED) return;
    await new Promise((resolve) => {
      socket.once('close', resolve);
    });
  }

  /** Makes no more taps; resolves once all are acknowledged. */
  async drain(): Promise<void> {
    this.isTapping = false;
    if (this.held.length === 0) return;
    await new Promise<void>((resolve) => {
      this.onAllAcknowledged = resolve;
    });
  }

  /** All that the room says it has of this client. */
  get durable(): MadeTap[] {
    return [...this.acknowledged, ...this.held.slice(0, this.roomLastSeq - this.firstHeldSeq + 1)];
  }

  hangUp(): void {
    this.socket?.terminate();
  }

  private get clientId(): string {
    return `fault-client-${String(this.number).padStart(4, '0')}-${this.generation}`;
  }

  /** False when the room has forgotten acknowledged taps: then what is left starts again under another client id. */
  private synced({ clientId, lastSeq }: Down): boolean {
    if (clientId !== this.clientId) return false;
    this.inFlight = [];
    this.roomLastSeq = lastSeq;
    this.sentThrough = this.firstHeldSeq - 1;
    const forgotten = this.firstHeldSeq - 1 - lastSeq;
    if (forgotten > 0) {
      this.lost += forgotten;
      this.acknowledged.length -= forgotten;
      this.generation += 1;
      this.firstHeldSeq = 1;
      return false;
    }
    if (forgotten + this.held.length < 0) throw new Error(`The room has tap ${lastSeq}, which was never made`);
    return true;
  }

  private acked({ seq, rejected }: Down, eventId: string): void {
    this.rejected += rejected?.length ?? 0;
    this.roomLastSeq = seq;
    const settled = this.held.splice(0, Math.max(0, seq - this.firstHeldSeq + 1));
    this.acknowledged.push(...settled);
    this.firstHeldSeq += settled.length;
    this.sentThrough = Math.max(this.sentThrough, seq);
    this.inFlight = this.inFlight.filter((last) => last > seq);
    this.pump(eventId);
    if (this.held.length === 0) this.onAllAcknowledged?.();
  }

  private pump(eventId: string): void {
    while (this.inFlight.length < FRAMES_IN_FLIGHT) {
      const size = wholeBetween(this.random, 1, TAPS_PER_FRAME_MAX);
      const from = this.sentThrough + 1 - this.firstHeldSeq;
      while (this.isTapping && this.held.length < from + size) this.held.push(this.makeTap());
      const taps = this.held.slice(from, from + size);
      if (taps.length === 0) return;
      const now = Date.now();
      const seq = this.sentThrough + 1;
      this.sentThrough += taps.length;
      this.inFlight.push(this.sentThrough);
      const frame = {
        type: 'update_occupancy',
        eventId,
        seq,
        sentAt: now,
        taps: taps.map((tap) => ({ ...tap, at: now })),
      };
      this.socket?.send(JSON.stringify(frame));
    }
  }
}

/** What doors see: mostly one in, often one out, now and then a group. */
export const doorTap = (random: Random, areaIds: readonly string[]): MadeTap => ({
  areaId: pick(random, areaIds),
  change: pick(random, [1, 1, 1, 1, 1, 1, -1, -1, -1, 4]),
});
