import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen } from '../support/loopback.ts';
import { between, pick, type Random } from '../support/random.ts';

/** How bad the network is and how fast it changes; all times in ms. */
export interface Climate {
  /** Each chunk is delayed by up to this; chunks of one connection keep their order. */
  delayMaxMs: number;
  /** The longest that a socket lives before its fault comes. */
  socketLifeMaxMs: number;
  weatherMs: readonly [number, number];
  /** Long enough for ten attempts to fail, after which polling takes over. */
  noSocketsMs: readonly [number, number];
}

/** Counts of the faults that the clients got. */
export const noFaults = () => ({
  connections: 0,
  refused: 0,
  /** Connections reset on both sides; data in transit is lost. */
  cut: 0,
  /** Connections on which, from some moment on, nothing arrives in either direction and neither side is told. */
  silenced: 0,
  /** Connections reset at the client; what the client had sent arrives after its next connection is open. */
  held: 0,
  /** Held connections whose bytes arrived while the server still had the connection open. */
  late: 0,
  /** Replays: everything that a client had sent, sent again on a separate connection. */
  repeated: 0,
});
type FaultCounts = ReturnType<typeof noFaults>;

type Fate = 'cut' | 'silenced' | 'held';
const FATES: readonly (Fate | null)[] = [null, 'cut', 'cut', 'silenced', 'held', 'held'];

type Weather = 'calm' | 'rough' | 'no sockets' | 'offline';
/** Each state occurs as often as the list names it; the state without sockets lasts longest. */
const WEATHERS: readonly Weather[] = [
  ...Array<Weather>(2).fill('calm'),
  ...Array<Weather>(6).fill('rough'),
  'no sockets',
  'offline',
];

/** A room that receives a duplicate's bytes answers them within this, ms. */
const REPLAY_WITHIN_MS = 5_000;

/** Delivers chunks in order, each after its own delay. */
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
    // A chunk that was stopped meanwhile is not delivered.
    if (this.waiting[0] === chunk) this.deliver(this.waiting.shift() ?? chunk);
  }

  /** Resolves once all waiting chunks are delivered. */
  async empty(): Promise<void> {
    await this.last;
  }

  /** Stops delivery and returns the chunks that were not delivered. */
  stop(): Buffer[] {
    return this.waiting.splice(0);
  }
}

/** One TCP connection through the proxy. */
class Connection {
  kind: 'socket' | 'poll' | 'other' = 'other';
  /** The room has answered its join: from now on this connection speaks for its client. */
  isJoined = false;
  /** All bytes that the client sent, from the first. */
  readonly sent: Buffer[] = [];
  readonly client: Socket;
  private readonly line: FlakyLine;
  private readonly server: Socket;
  private readonly fate: Fate | null;
  private readonly up: Lane;
  private readonly down: Lane;
  /** The server has answered: the socket's upgrade is done. */
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
      // The server is not told about the end of a connection that is silenced or held.
      if (this.held === null && !this.isSilenced) void this.up.empty().then(() => this.end());
    });
  }

  /** Returns true once when bytes of a disconnected client wait here for its next connection. */
  takeWaiting(): boolean {
    const isWaiting = this.held !== null && this.client.destroyed && !this.isReleasing;
    if (isWaiting) this.isReleasing = true;
    return isWaiting;
  }

  /** Delivers the held bytes, however late; then ends the connection. */
  async release(): Promise<void> {
    const held = this.held ?? [];
    this.held = null;
    if (this.isReleasing && held.length > 0 && this.server.readyState === 'open') this.line.counts.late += 1;
    for (const chunk of held) this.server.write(chunk);
    await sleep(200);
    this.end();
  }

  /** Cancels the pending fault. A silenced connection stays silenced: its other end has to detect that. */
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
    // A request ends before its fault could come, so it is held from its first byte.
    if (fate === 'held' && this.kind === 'poll') this.held = [];
  }

  private fromServer(chunk: Buffer): void {
    // Frames from the server are not masked.
    if (this.kind === 'socket' && chunk.includes('"type":"sync"')) this.isJoined = true;
    this.isOpen = true;
    if (!this.isSilenced && !this.client.destroyed) this.down.add(chunk, this.line.chunkDelay());
  }

  private strike(fate: Fate): void {
    if (this.isOver) return;
    // If an upgrade were held, the room would take the socket of a disconnected client for that client's newest one.
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

/** The network of one client: its own port, and weather that changes. */
export class FlakyLine {
  readonly target: URL;
  readonly counts: FaultCounts;
  private readonly climate: Climate;
  private readonly random: Random;
  private readonly connections = new Set<Connection>();
  private weather: Weather = 'calm';
  private weatherTimer: ReturnType<typeof setTimeout> | undefined;
  /** The network has no faults before the test starts them, and again after healing. */
  private isHealthy = true;
  private replaying: Promise<void> = Promise.resolve();
  private readonly server = createServer((client) => void this.accept(client));

  constructor(target: URL, climate: Climate, random: Random, counts: FaultCounts) {
    this.target = target;
    this.climate = climate;
    this.random = random;
    this.counts = counts;
  }

  /** Resolves to the address that the client uses instead of the server's. */
  async open(): Promise<URL> {
    const port = await listen(this.server);
    return new URL(`http://127.0.0.1:${port}/`);
  }

  /** Starts the faults: from now on the weather changes by itself. */
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

  /** Ends the faults: held bytes arrive and new connections pass unchanged. Silenced connections stay silenced. */
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

  /** Time until the fault comes, counted from the first byte, ms. */
  lifeOf(kind: Connection['kind']): number {
    return kind === 'socket' ? between(this.random, 0, this.climate.socketLifeMaxMs) : this.delay();
  }

  refusesSockets(): boolean {
    if (this.weather !== 'no sockets') return false;
    this.counts.refused += 1;
    return true;
  }

  /** Handles the end of a connection: sometimes replays everything that its client sent on a separate connection. */
  over(connection: Connection): void {
    this.connections.delete(connection);
    if (this.isHealthy || this.random() > 0.4) return;
    // No replay while the client has another socket: a join replaces an earlier one, whichever connection sent it.
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

  /** Resolves once the server has sent `answer` and the duplicate connection is closed. */
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
    // The server answers the frames after the join at the same moment.
    await sleep(20);
    socket.destroy();
  }
}
