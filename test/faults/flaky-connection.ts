import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { between, type Random } from '../support/random.ts';
import type { FaultCounts } from './fault-counts.ts';

/** What becomes of one connection, drawn when it is opened. */
export type Fate =
  | 'spared'
  /** Reset on both sides, with whatever was on its way. */
  | 'cut'
  /** From some moment nothing arrives any more, either way, and nobody is told. */
  | 'silenced'
  /** Reset at the client; what the client had sent arrives after its next connection has been opened. */
  | 'held';

export type Kind = 'socket' | 'poll' | 'other';

export interface Plan {
  fate: Fate;
  /** When the fate comes, counted from the first byte, ms: a socket's, and a request's. */
  fateAfterMs: { socket: number; request: number };
  /** Each chunk is delayed by up to this, ms; chunks of one connection keep their order. */
  delayMaxMs: number;
}

/** Delivers chunks in order, each after a wait of its own. */
class Lane {
  private readonly queue: { chunk: Buffer; dueAt: number }[] = [];
  private timer: ReturnType<typeof setTimeout> | null = null;
  private readonly deliver: (chunk: Buffer) => void;
  private onEmpty: (() => void) | null = null;

  constructor(deliver: (chunk: Buffer) => void) {
    this.deliver = deliver;
  }

  add(chunk: Buffer, delayMs: number): void {
    this.queue.push({ chunk, dueAt: Date.now() + delayMs });
    if (this.timer === null) this.arm();
  }

  /** Once all that is queued has been delivered. */
  whenEmpty(then: () => void): void {
    if (this.queue.length === 0) then();
    else this.onEmpty = then;
  }

  /** What has not been delivered; nothing more will be. */
  stop(): Buffer[] {
    if (this.timer !== null) clearTimeout(this.timer);
    return this.queue.splice(0).map(({ chunk }) => chunk);
  }

  private arm(): void {
    const [next] = this.queue;
    if (next === undefined) return this.onEmpty?.();
    this.timer = setTimeout(() => {
      this.timer = null;
      this.queue.shift();
      this.deliver(next.chunk);
      this.arm();
    }, next.dueAt - Date.now());
  }
}

/** One TCP connection through the proxy. */
export class FlakyConnection {
  kind: Kind = 'other';
  /** The room has answered its join: from here on it speaks for its client. */
  isJoined = false;
  isOver = false;
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
  private fateTimer: ReturnType<typeof setTimeout> | null = null;

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
    for (const socket of [client, this.server]) {
      socket.setNoDelay(true);
      socket.on('error', () => {});
    }
    this.server.on('data', (chunk) => this.fromServer(chunk));
    this.server.on('close', () => this.down.whenEmpty(() => this.end()));
    client.on('close', () => this.clientClosed());
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
    if (this.sent.length === 0) {
      this.kind = kindOf(chunk);
      const afterMs = this.kind === 'socket' ? this.plan.fateAfterMs.socket : this.plan.fateAfterMs.request;
      if (this.plan.fate !== 'spared') this.fateTimer = setTimeout(() => this.strike(), afterMs);
      // A request is over before its fate could come: it is held from its first byte.
      if (this.plan.fate === 'held' && this.kind === 'poll') this.held = [];
    }
    this.sent.push(chunk);
    if (this.isSilenced) return;
    if (this.held !== null) this.held.push(chunk);
    else this.up.add(chunk, this.delay());
  }

  /** What was held arrives now, however late; then the connection ends. */
  async release(): Promise<void> {
    const held = this.held ?? [];
    this.held = null;
    if (this.isReleasing && held.length > 0 && this.server.readyState === 'open') this.countLate();
    for (const chunk of held) this.server.write(chunk);
    await sleep(200);
    this.end();
  }

  private countLate(): void {
    if (this.kind === 'socket') this.counts.lateSockets += 1;
    else this.counts.latePolls += 1;
  }

  /** Its fate does not come any more. One that fell silent stays so: its other end has to see through it. */
  spare(): void {
    if (this.fateTimer !== null) clearTimeout(this.fateTimer);
    if (this.held !== null) void this.release();
  }

  reset(): void {
    this.client.resetAndDestroy();
    this.server.resetAndDestroy();
    this.end();
  }

  private fromServer(chunk: Buffer): void {
    // Frames of the server are not masked.
    if (this.kind === 'socket' && chunk.includes('"type":"sync"')) this.isJoined = true;
    this.isOpen = true;
    if (!this.isSilenced && !this.client.destroyed) this.down.add(chunk, this.delay());
  }

  private strike(): void {
    if (this.isOver) return;
    switch (this.plan.fate) {
      case 'spared':
        return;
      case 'cut':
        this.counts.cut += 1;
        return this.reset();
      case 'silenced':
        this.counts.silenced += 1;
        this.isSilenced = true;
        this.up.stop();
        this.down.stop();
        return;
      case 'held':
        // Were an upgrade held, the room would take the socket of a client that has gone for its newest.
        if (this.kind === 'socket' && !this.isOpen) return this.reset();
        this.counts.held += 1;
        this.held = [...this.up.stop(), ...(this.held ?? [])];
        setTimeout(() => this.client.resetAndDestroy(), between(this.random, 0, this.plan.delayMaxMs));
    }
  }

  private clientClosed(): void {
    // Of a line that is silent or held, the server is not told.
    if (this.held !== null || this.isSilenced) return;
    this.up.whenEmpty(() => this.end());
  }

  private end(): void {
    if (this.isOver) return;
    this.isOver = true;
    if (this.fateTimer !== null) clearTimeout(this.fateTimer);
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

function kindOf(firstChunk: Buffer): Kind {
  const requestLine = firstChunk.toString('latin1').split('\r\n', 1)[0] ?? '';
  if (requestLine.includes('/socket')) return 'socket';
  return requestLine.startsWith('POST ') && requestLine.includes('/occupancy') ? 'poll' : 'other';
}
