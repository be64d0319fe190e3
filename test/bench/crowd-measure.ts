import { setTimeout as sleep } from 'node:timers/promises';
import { PING } from '../../src/shared/protocol/version';
import { PING_INTERVAL_MS } from '../../src/shared/protocol/limits';
import { percentile } from '../support/figures';
import { cpuSeconds, driverCpuSeconds } from '../support/server-process';
import type { Device } from '../support/socket-device';
import type { Venue } from '../support/venue';

/** An ack that has not come this long after the last tap of a step is missing. */
const DRAIN_MS = 60_000;

interface Percentiles {
  p50: number;
  p99: number;
  max: number;
}

/** What one step reached, in which each device taps once in `everyS` seconds. */
export interface Step {
  everyS: number;
  tapsPerSecond: number;
  /** Taps that were acknowledged while the step lasted, per second. */
  ackedPerSecond: number;
  /** From tap to ack, and from tap to the device that is told last; ms. */
  ack: Percentiles;
  other: Percentiles;
  /** Share of one core: of the server, and of this process, which is the limit itself when it comes near 1. */
  cpuShare: number;
  driverShare: number;
  cpuMicros: number;
  missing: number;
}

interface Acked {
  sentAt: number;
  ackedAt: number;
  /** The room's version that includes the tap. */
  version: number;
}

const isAck = (text: string): boolean => text.startsWith('{"type":"ack"');
const numberIn = (text: string, key: 'seq' | 'version'): number =>
  Number(new RegExp(`"${key}":(\\d+)`).exec(text)?.[1]);

const percentilesOf = (samples: readonly number[]): Percentiles => ({
  p50: percentile(samples, 50),
  p99: percentile(samples, 99),
  max: percentile(samples, 100),
});

/** Devices that all tap, one tap a frame. */
export class Crowd {
  /** When the unacknowledged taps of each device were sent, in order; and the seq of the last acknowledged tap. */
  private readonly sentAt: number[][];
  private readonly lastAcked: number[];
  private acked: Acked[] = [];
  private updates: { version: number; at: number }[] = [];
  private readonly heartbeat: NodeJS.Timeout;
  /** All taps that were made. */
  made = 0;
  /** Acks that did not follow the device's earlier ack, and sockets that closed. */
  disorder = 0;

  constructor(
    private readonly venue: Venue,
    private readonly devices: readonly Device[],
  ) {
    this.sentAt = devices.map(() => []);
    this.lastAcked = devices.map(({ seq }) => seq - 1);
    devices.forEach((device, i) => {
      // The room tells the sockets in the order in which they joined.
      const isLast = i === devices.length - 1;
      device.onText = (text) => {
        if (isAck(text)) this.takeAck(i, text);
        else if (isLast && text.startsWith('{"type":"occupancy_updated"')) {
          this.updates.push({ version: numberIn(text, 'version'), at: performance.now() });
        }
      };
      device.socket.on('close', () => (this.disorder += 1));
    });
    // Devices send heartbeats, spread over the interval; without them the room would close their sockets.
    let next = 0;
    this.heartbeat = setInterval(() => {
      const upTo = next + devices.length / (PING_INTERVAL_MS / 100);
      for (; next < upTo; next++) devices[next % devices.length]?.sendText(PING);
    }, 100);
  }

  /** Each device taps once in `everyS` seconds on average, in an order that stays the same. */
  async run(everyS: number, durationMs: number): Promise<Step> {
    const { devices } = this;
    const tapsPerSecond = devices.length / everyS;
    this.acked = [];
    this.updates = [];
    const [cpu, driver, startedAt] = [cpuSeconds(), driverCpuSeconds(), performance.now()];
    let taps = 0;
    let elapsedMs = 0;
    for (; elapsedMs < durationMs; elapsedMs = performance.now() - startedAt) {
      for (const due = (elapsedMs / 1000) * tapsPerSecond; taps < due; taps++) this.tap(taps % devices.length);
      await sleep(1);
    }
    const seconds = elapsedMs / 1000;
    const used = { server: cpuSeconds() - cpu, driver: driverCpuSeconds() - driver };
    const ackedPerSecond = this.acked.length / seconds;
    await this.drained();
    const ackMs = this.acked.map(({ sentAt, ackedAt }) => ackedAt - sentAt);
    return {
      everyS,
      tapsPerSecond: taps / seconds,
      ackedPerSecond,
      ack: percentilesOf(ackMs),
      other: percentilesOf(this.toldMs()),
      cpuShare: used.server / seconds,
      driverShare: used.driver / seconds,
      cpuMicros: (used.server / taps) * 1e6,
      missing: this.open,
    };
  }

  /** Sends one tap of a device and resolves to the ms until its ack. */
  async tapOnce(i: number): Promise<number> {
    this.acked = [];
    this.tap(i);
    await this.drained();
    const [tap] = this.acked;
    return tap === undefined ? Number.NaN : tap.ackedAt - tap.sentAt;
  }

  close(): void {
    clearInterval(this.heartbeat);
    for (const { socket } of this.devices) {
      socket.removeAllListeners('close');
      socket.terminate();
    }
  }

  private tap(i: number): void {
    const { areaIds } = this.venue;
    this.sentAt[i]?.push(performance.now());
    this.devices[i]?.tap(areaIds[i % areaIds.length] ?? '', 1);
    this.made += 1;
  }

  private takeAck(i: number, text: string): void {
    const now = performance.now();
    const seq = numberIn(text, 'seq');
    const version = numberIn(text, 'version');
    const known = this.lastAcked[i] ?? 0;
    if (seq <= known) this.disorder += 1;
    for (const sentAt of this.sentAt[i]?.splice(0, seq - known) ?? [])
      this.acked.push({ sentAt, ackedAt: now, version });
    this.lastAcked[i] = seq;
  }

  private get open(): number {
    return this.sentAt.reduce((sum, taps) => sum + taps.length, 0);
  }

  private async drained(): Promise<void> {
    const deadline = performance.now() + DRAIN_MS;
    while (this.open > 0 && performance.now() < deadline) await sleep(1);
    // The broadcast after the last ack.
    await sleep(1_000);
  }

  /** From each tap to the first update that includes it; ms. */
  private toldMs(): number[] {
    const { updates } = this;
    let next = 0;
    return this.acked
      .toSorted((a, b) => a.version - b.version)
      .flatMap(({ sentAt, version }) => {
        while (next < updates.length && (updates[next]?.version ?? 0) < version) next += 1;
        const update = updates[next];
        return update === undefined ? [] : [update.at - sentAt];
      });
  }
}
