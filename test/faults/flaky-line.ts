import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../support/free-port.ts';
import { between, pick, type Random } from '../support/random.ts';

/** How bad and how fast; all times in ms. */
export interface Climate {
  /** Each chunk is late by up to this; chunks of one connection keep their order. */
  delayMaxMs: number;
  /** The longest that a socket lives before its fate comes. */
  socketLifeMaxMs: number;
  weatherMs: readonly [number, number];
  /** Long enough for ten attempts to fail, after which polling takes over. */
  noSocketsMs: readonly [number, number];
}

/** What was done to the clients, in numbers. */
export const noFaults = () => ({
  connections: 0,
  refused: 0,
  /** Reset on both sides, with whatever was on its way. */
  cut: 0,
  /** From some moment nothing arrives any more, either way, and nobody is told. */
  silenced: 0,
  /** Reset at the client; what the client had sent arrives after its next connection has been opened. */
  held: 0,
  /** Of those held, whose bytes came while the server still had the connection. */
  late: 0,
  /** All that a client had sent, sent once more on a connection of its own. */
  repeated: 0,
});
type FaultCounts = ReturnType<typeof noFaults>;

type Fate = 'cut' | 'silenced' | 'held';
const FATES: readonly (Fate | null)[] = [null, 'cut', 'cut', 'silenced', 'held', 'held'];

type Weather = 'calm' | 'rough' | 'no sockets' | 'offline';
/** As often as they are named; that without sockets lasts longest. */
const WEATHERS: readonly Weather[] = [
  ...Array<Weather>(2).fill('calm'),
  ...Array<Weather>(6).fill('rough'),
  'no sockets',
  'offline',
];

/** A room that has a duplicate's bytes answers them within this, ms. */
const REPLAY_WITHIN_MS = 5_000;

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
    this.last = this.turn(chunk, Promise.all([this.last, sleep(delayMs)]));
  }

  private async turn(chunk: Buffer, due: Promise<unknown>): Promise<void> {
    await due;
    // What was stopped meanwhile is not delivered.
    if (this.waiting[0] === chunk) this.deliver(this.waiting.shift() ?? chunk);
  }

  /** Once all that waits has been delivered. */
  async empty(): Promise<void> {
    await this.last;
  }

  /** What has not been delivered; nothing of it will be. */
  stop(): Buffer[] {
    return this.waiting.splice(0);
  }
}

/** One TCP connection through the proxy. */
class Connection {
  kind: 'socket' | 'poll' | 'other' = 'other';
  /** The room has answered its join: from here on it speaks for its client. */
  isJoined = false;
  /** All that its client sent, from the first byte. */
  readonly sent: Buffer[] = [];
  readonly client: Socket;
  private readonly line: FlakyLine;
  private readonly server: Socket;
  private readonly fate: Fate | null;
  private readonly up: Lane;
  private readonly down: Lane;
  /** The server has answered: a socket's upgrade is done. */
  private isOpen = false;
  private isOver = false;
  private isSilenced = false;
  private isReleasing = false;
  private held: Buffer[] | null = null;
  private fateTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(client: Socket, line: FlakyLine) {
    this.client = client;
    this.line = line;
    this.fate = line.drawFate();
    this.server = connect(Number(line.target.port), line.target.hostname);
    this.up = new Lane((chunk) => this.server.write(chunk));
    this.down = new Lane((chunk) => client.write(chunk));
    for (const socket of [client, this.server]) socket.setNoDelay(true).on('error', () => {});
    client.on('data', (chunk) => this.fromClient(chunk));
    this.server.on('data', (chunk) => this.fromServer(chunk));
    this.server.on('close', () => void this.down.empty().then(() => this.end()));
    client.on('close', () => {
      // Of a line that is silent or held, the server is not told.
      if (this.held === null && !this.isSilenced) void this.up.empty().then(() => this.end());
    });
  }

  /** Once: true when bytes of a client that has gone wait here for its next connection. */
  takeWaiting(): boolean {
    const isWaiting = this.held !== null && this.client.destroyed && !this.isReleasing;
    if (isWaiting) this.isReleasing = true;
    return isWaiting;
  }

  /** What was held arrives now, however late; then the connection ends. */
  async release(): Promise<void> {
    const held = this.held ?? [];
    this.held = null;
    if (this.isReleasing && held.length > 0 && this.server.readyState === 'open') this.line.counts.late += 1;
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

  private fromClient(chunk: Buffer): void {
    if (this.sent.length === 0) this.begin(chunk.toString('latin1').split('\r\n', 1)[0] ?? '');
    this.sent.push(chunk);
    if (this.isSilenced) return;
    if (this.held !== null) this.held.push(chunk);
    else this.up.add(chunk, this.line.chunkDelay());
    if (this.kind === 'socket' && !this.isJoined && this.line.refusesSockets()) this.reset();
  }

  private begin(requestLine: string): void {
    if (requestLine.includes('/socket')) this.kind = 'socket';
    else if (requestLine.startsWith('POST ') && requestLine.includes('/occupancy')) this.kind = 'poll';
    const { fate } = this;
    if (fate !== null) this.fateTimer = setTimeout(() => this.strike(fate), this.line.lifeOf(this.kind));
    // A request is over before its fate could come: it is held from its first byte.
    if (fate === 'held' && this.kind === 'poll') this.held = [];
  }

  private fromServer(chunk: Buffer): void {
    // Frames of the server are not masked.
    if (this.kind === 'socket' && chunk.includes('"type":"sync"')) this.isJoined = true;
    this.isOpen = true;
    if (!this.isSilenced && !this.client.destroyed) this.down.add(chunk, this.line.chunkDelay());
  }

  private strike(fate: Fate): void {
    if (this.isOver) return;
    // Were an upgrade held, the room would take the socket of a client that has gone for its newest.
    if (fate === 'held' && this.kind === 'socket' && !this.isOpen) return this.reset();
    this.line.counts[fate] += 1;
    if (fate === 'cut') return this.reset();
    const undelivered = this.up.stop();
    if (fate === 'silenced') {
      this.isSilenced = true;
      this.down.stop();
      return;
    }
    this.held = [...undelivered, ...(this.held ?? [])];
    setTimeout(() => this.client.resetAndDestroy(), this.line.delay());
  }

  private end(): void {
    if (this.isOver) return;
    this.isOver = true;
    clearTimeout(this.fateTimer);
    this.up.stop();
    this.down.stop();
    this.client.end();
    this.server.end();
    this.line.over(this);
  }
}

/** The network of one client: a port of its own, and weather that changes. */
export class FlakyLine {
  readonly target: URL;
  readonly counts: FaultCounts;
  private readonly climate: Climate;
  private readonly random: Random;
  private readonly connections = new Set<Connection>();
  private weather: Weather = 'calm';
  private weatherTimer: ReturnType<typeof setTimeout> | undefined;
  /** The network is as good as it gets before the faults begin, and again after them. */
  private isHealthy = true;
  private replaying: Promise<void> = Promise.resolve();
  private readonly server = createServer((client) => void this.accept(client));

  constructor(target: URL, climate: Climate, random: Random, counts: FaultCounts) {
    this.target = target;
    this.climate = climate;
    this.random = random;
    this.counts = counts;
  }

  /** Resolves to where the client connects instead of to the server. */
  async open(): Promise<URL> {
    const port = await freePort();
    await once(this.server.listen(port, '127.0.0.1'), 'listening');
    return new URL(`http://127.0.0.1:${port}/`);
  }

  /** From now on the weather changes by itself. */
  start(first: Weather): void {
    this.isHealthy = false;
    this.weather = first;
    if (first === 'offline') {
      this.counts.cut += this.connections.size;
      for (const connection of this.connections) connection.reset();
    }
    const { noSocketsMs, weatherMs } = this.climate;
    const lastsMs = between(this.random, ...(first === 'no sockets' ? noSocketsMs : weatherMs));
    this.weatherTimer = setTimeout(() => this.start(pick(this.random, WEATHERS)), lastsMs);
  }

  /** No more faults: what was held arrives, new connections pass as they are. Silent ones stay silent. */
  heal(): void {
    this.isHealthy = true;
    this.weather = 'calm';
    clearTimeout(this.weatherTimer);
    for (const connection of this.connections) connection.spare();
  }

  close(): void {
    this.heal();
    this.server.close();
    for (const connection of this.connections) connection.reset();
  }

  delay(): number {
    return between(this.random, 0, this.climate.delayMaxMs);
  }

  chunkDelay(): number {
    return this.isHealthy || this.random() < 0.5 ? 0 : this.delay();
  }

  drawFate(): Fate | null {
    return this.isHealthy || this.weather === 'calm' ? null : pick(this.random, FATES);
  }

  /** When the fate comes, counted from the first byte, ms. */
  lifeOf(kind: Connection['kind']): number {
    return kind === 'socket' ? between(this.random, 0, this.climate.socketLifeMaxMs) : this.delay();
  }

  refusesSockets(): boolean {
    if (this.weather !== 'no sockets') return false;
    this.counts.refused += 1;
    return true;
  }

  /** Now and then what it sent is sent once more, from the first byte to the last, on a connection of its own. */
  over(connection: Connection): void {
    this.connections.delete(connection);
    if (this.isHealthy || this.random() > 0.4) return;
    // Not while the client has another socket: a join takes the place of an earlier one, whoever sent it.
    const hasSocket = [...this.connections].some(({ kind, client }) => kind === 'socket' && !client.destroyed);
    if (connection.kind === 'poll') setTimeout(() => void this.replay(connection, '"ack"'), this.delay());
    else if (connection.isJoined && !hasSocket) this.replaying = this.replay(connection, '"type":"sync"');
  }

  private async accept(client: Socket): Promise<void> {
    client.on('error', () => {}).pause();
    this.counts.connections += 1;
    if (this.weather === 'offline') {
      this.counts.refused += 1;
      client.resetAndDestroy();
      return;
    }
    await this.replaying;
    for (const connection of this.connections) {
      if (connection.takeWaiting()) setTimeout(() => void connection.release(), this.delay());
    }
    this.connections.add(new Connection(client, this));
    client.resume();
  }

  /** Resolves once the server has answered with `answer`, and the duplicate connection is gone. */
  private async replay({ sent }: Connection, answer: string): Promise<void> {
    this.counts.repeated += 1;
    const socket = connect(Number(this.target.port), this.target.hostname);
    socket.on('error', () => {});
    const answered = new Promise<void>((resolve) => {
      socket.on('close', () => resolve());
      socket.on('data', (chunk) => {
        if (chunk.includes(answer)) resolve();
      });
    });
    socket.write(Buffer.concat(sent));
    await Promise.race([answered, sleep(REPLAY_WITHIN_MS)]);
    // What follows the join is answered in the same breath.
    await sleep(20);
    socket.destroy();
  }
}
