import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { between, type Random } from '../support/random.ts';

/** What becomes of one connection, drawn when it is opened. */
export type Fate =
  | 'spared'
  /** Reset on both sides, with whatever was on its way. */
  | 'cut'
  /** From some moment nothing arrives any more, either way, and nobody is told. */
  | 'silenced'
  /** Reset at the client; what the client had sent arrives after its next connection has been opened. */
  | 'held';

export interface Plan {
  fate: Fate;
  /** When the fate comes, counted from the first byte, ms: a socket's, and a request's. */
  fateAfterMs: { socket: number; request: number };
  /** Each chunk is delayed by up to this, ms; chunks of one connection keep their order. */
  delayMaxMs: number;
}

/** What was done to the clients, in numbers. */
export interface FaultCounts {
  connections: number;
  refused: number;
  cut: number;
  silenced: number;
  held: number;
  /** Of those, whose bytes came after a newer connection of the same client, while the server still had the older one. */
  lateSockets: number;
  latePolls: number;
  replayedPolls: number;
  replayedSockets: number;
}

/** Delivers chunks in order, each after a wait of its own. */
class Lane {
  private waiting: Buffer[] = [];
  private last: Promise<unknown> = Promise.resolve();
  private readonly deliver: (chunk: Buffer) => void;

  constructor(deliver: (chunk: Buffer) => void) {
    this.deliver = deliver;
  }

  add(chunk: Buffer, delayMs: number): void {
    this.waiting.push(chunk);
    this.last = this.turn(chunk, this.last, sleep(delayMs));
  }

  /** Once all that waits has been delivered. */
  async empty(): Promise<void> {
    await this.last;
  }

  private async turn(chunk: Buffer, before: Promise<unknown>, delay: Promise<unknown>): Promise<void> {
    await Promise.all([before, delay]);
    // What was stopped meanwhile is not delivered.
    if (this.waiting[0] !== chunk) return;
    this.waiting.shift();
    this.deliver(chunk);
  }

  /** What has not been delivered; nothing of it will be. */
  stop(): Buffer[] {
    return this.waiting.splice(0);
  }
}

/** One TCP connection through the proxy. */
export class FlakyConnection {
  kind: 'socket' | 'poll' | 'other' = 'other';
  /** The room has answered its join: from here on it speaks for its client. */
  isJoined = false;
  private isOver = false;
  private readonly sent: Buffer[] = [];
  private readonly client: Socket;
  private readonly server: Socket;
  private readonly up: Lane;
  private readonly down: Lane;
  private readonly random: Random;
  private readonly plan: Plan;
  private readonly counts: FaultCounts;
  private readonly onOver: (connection: FlakyConnection) => void;
  /** The server has answered: a socket's upgrade is done. */
  private isOpen = false;
  private isSilenced = false;
  private held: Buffer[] | null = null;
  private isReleasing = false;
  private fateTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    client: Socket,
    target: URL,
    plan: Plan,
    random: Random,
    counts: FaultCounts,
    onOver: (connection: FlakyConnection) => void,
  ) {
    this.client = client;
    this.counts = counts;
    this.plan = plan;
    this.random = random;
    this.onOver = onOver;
    this.server = connect(Number(target.port), target.hostname);
    this.up = new Lane((chunk) => this.server.write(chunk));
    this.down = new Lane((chunk) => this.client.write(chunk));
    for (const socket of [client, this.server]) socket.setNoDelay(true).on('error', () => {});
    this.server.on('data', (chunk) => this.fromServer(chunk));
    this.server.on('close', () => void this.down.empty().then(() => this.end()));
    client.on('close', () => {
      // Of a line that is silent or held, the server is not told.
      if (this.held === null && !this.isSilenced) void this.up.empty().then(() => this.end());
    });
  }

  /** All that its client sent, from the first byte. */
  get bytes(): Buffer {
    return Buffer.concat(this.sent);
  }

  get hasClient(): boolean {
    return !this.client.destroyed;
  }

  /** Once: true when bytes of a client that has gone wait here for its next connection. */
  takeWaiting(): boolean {
    const isWaiting = this.held !== null && this.client.destroyed && !this.isReleasing;
    if (isWaiting) this.isReleasing = true;
    return isWaiting;
  }

  fromClient(chunk: Buffer): void {
    if (this.sent.length === 0) this.begin(chunk);
    this.sent.push(chunk);
    if (this.isSilenced) return;
    if (this.held !== null) this.held.push(chunk);
    else this.up.add(chunk, this.delay());
  }

  /** What was held arrives now, however late; then the connection ends. */
  async release(): Promise<void> {
    const held = this.held ?? [];
    this.held = null;
    if (this.isReleasing && held.length > 0 && this.server.readyState === 'open') {
      this.counts[this.kind === 'socket' ? 'lateSockets' : 'latePolls'] += 1;
    }
    for (const chunk of held) this.server.write(chunk);
    await sleep(200);
    this.end();
  }

  /** Its fate does not come any more. One that fell silent stays so: its other end has to see through it. */
  spare(): void {
    clearTimeout(this.fateTimer);
    if (this.held !== null) void this.release();
  }

  reset(): void {
    this.client.resetAndDestroy();
    this.server.resetAndDestroy();
    this.end();
  }

  private begin(firstChunk: Buffer): void {
    const requestLine = firstChunk.toString('latin1').split('\r\n', 1)[0] ?? '';
    if (requestLine.includes('/socket')) this.kind = 'socket';
    else if (requestLine.startsWith('POST ') && requestLine.includes('/occupancy')) this.kind = 'poll';
    const { fate, fateAfterMs } = this.plan;
    const afterMs = this.kind === 'socket' ? fateAfterMs.socket : fateAfterMs.request;
    if (fate !== 'spared') this.fateTimer = setTimeout(() => this.strike(fate), afterMs);
    // A request is over before its fate could come: it is held from its first byte.
    if (fate === 'held' && this.kind === 'poll') this.held = [];
  }

  private fromServer(chunk: Buffer): void {
    // Frames of the server are not masked.
    if (this.kind === 'socket' && chunk.includes('"type":"sync"')) this.isJoined = true;
    this.isOpen = true;
    if (!this.isSilenced && !this.client.destroyed) this.down.add(chunk, this.delay());
  }

  private strike(fate: Exclude<Fate, 'spared'>): void {
    if (this.isOver) return;
    // Were an upgrade held, the room would take the socket of a client that has gone for its newest.
    if (fate === 'held' && this.kind === 'socket' && !this.isOpen) return this.reset();
    this.counts[fate] += 1;
    if (fate === 'cut') return this.reset();
    const undelivered = this.up.stop();
    if (fate === 'silenced') {
      this.isSilenced = true;
      this.down.stop();
      return;
    }
    this.held = [...undelivered, ...(this.held ?? [])];
    setTimeout(() => this.client.resetAndDestroy(), between(this.random, 0, this.plan.delayMaxMs));
  }

  private end(): void {
    if (this.isOver) return;
    this.isOver = true;
    clearTimeout(this.fateTimer);
    this.up.stop();
    this.down.stop();
    this.client.end();
    this.server.end();
    this.onOver(this);
  }

  private delay(): number {
    return this.random() < 0.5 ? 0 : between(this.random, 0, this.plan.delayMaxMs);
  }
}
