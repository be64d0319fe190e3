import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../support/free-port.ts';
import { between, pick, type Random } from '../support/random.ts';
import { type Fate, type FaultCounts, FlakyConnection, type Plan } from './flaky-connection.ts';

/** How bad and how fast; all times in ms. */
export interface Climate {
  delayMaxMs: number;
  /** The longest that a socket lives before its fate comes. */
  socketLifeMaxMs: number;
  weatherMs: readonly [number, number];
  /** Long enough for ten attempts to fail, after which polling takes over. */
  noSocketsMs: readonly [number, number];
}

type Weather = 'calm' | 'rough' | 'no sockets' | 'offline';
/** As often as they are named; the third lasts longest. */
const WEATHERS: readonly Weather[] = [
  ...Array<Weather>(2).fill('calm'),
  ...Array<Weather>(6).fill('rough'),
  'no sockets',
  'offline',
];

/** A room that has a duplicate's bytes answers them within this, ms. */
const REPLAY_WITHIN_MS = 5_000;

/** The network of one client: a port of its own, and weather that changes. */
export class FlakyLine {
  private readonly target: URL;
  private readonly climate: Climate;
  private readonly random: Random;
  private readonly counts: FaultCounts;
  private readonly connections = new Set<FlakyConnection>();
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
    const over = (connection: FlakyConnection) => this.over(connection);
    const connection = new FlakyConnection(client, this.target, this.plan(), this.random, this.counts, over);
    this.connections.add(connection);
    client.on('data', (chunk) => {
      connection.fromClient(chunk);
      if (this.weather === 'no sockets' && connection.kind === 'socket' && !connection.isJoined) {
        this.counts.refused += 1;
        connection.reset();
      }
    });
    client.resume();
  }

  private delay(): number {
    return between(this.random, 0, this.climate.delayMaxMs);
  }

  private plan(): Plan {
    if (this.isHealthy) return { fate: 'spared', fateAfterMs: { socket: 0, request: 0 }, delayMaxMs: 0 };
    const { delayMaxMs, socketLifeMaxMs } = this.climate;
    const fates: readonly Fate[] =
      this.weather === 'calm' ? ['spared'] : ['spared', 'cut', 'cut', 'silenced', 'held', 'held'];
    const fate = pick(this.random, fates);
    return {
      fate,
      fateAfterMs: { socket: between(this.random, 0, socketLifeMaxMs), request: this.delay() },
      delayMaxMs,
    };
  }

  /** Now and then what it sent is sent once more, from the first byte to the last, on a connection of its own. */
  private over(connection: FlakyConnection): void {
    this.connections.delete(connection);
    if (this.isHealthy || this.random() > 0.4) return;
    if (connection.kind === 'poll') {
      setTimeout(() => void this.replay(connection, '"ack"'), this.delay());
      this.counts.replayedPolls += 1;
    }
    // Not while the client has another socket: a join takes the place of an earlier one, whoever sent it.
    const hasSocket = [...this.connections].some(({ kind, hasClient }) => kind === 'socket' && hasClient);
    if (connection.kind === 'socket' && connection.isJoined && !hasSocket) {
      this.replaying = this.replay(connection, '"type":"sync"');
      this.counts.replayedSockets += 1;
    }
  }

  /** Resolves once the server has answered with `answer`, and the duplicate connection is gone. */
  private async replay({ bytes }: FlakyConnection, answer: string): Promise<void> {
    const socket = connect(Number(this.target.port), this.target.hostname);
    socket.on('error', () => {});
    const answered = new Promise<void>((resolve) => {
      socket.on('close', () => resolve());
      socket.on('data', (chunk) => {
        if (chunk.includes(answer)) resolve();
      });
    });
    socket.write(bytes);
    await Promise.race([answered, sleep(REPLAY_WITHIN_MS)]);
    // What follows the join is answered in the same breath.
    await sleep(20);
    socket.destroy();
  }
}
