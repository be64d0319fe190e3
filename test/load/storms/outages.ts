import type { Counter } from '../../support/counter.ts';
import { Latencies } from '../latencies.ts';

/**
 * Measures how long each device waits for an ack after it has lost its connection. A device that loses its connection
 * taps at once, so the wait does not depend on when somebody taps next.
 */
export class Outages {
  /** From the loss of the connection to the first ack of a tap that was made after it. */
  waits = new Latencies();
  /** From `since` to that ack. */
  waitsSince = new Latencies();
  private since = 0;
  private readonly lostAt = new Map<number, number>();

  /** Forgets earlier waits. Devices that still wait are measured when their ack comes. */
  begin(): void {
    this.waits = new Latencies();
    this.begins();
  }

  /** Sets the moment from which `waitsSince` counts. */
  begins(): void {
    this.waitsSince = new Latencies();
    this.since = performance.now();
  }

  /** How many devices have lost their connection and wait for an ack. */
  get waiting(): number {
    return this.lostAt.size;
  }

  lost(device: number, counter: Counter | undefined): void {
    if (!this.lostAt.has(device)) this.lostAt.set(device, performance.now());
    // Not in this turn, in which the channel is still handling the loss.
    setImmediate(() => counter?.tapOnce());
  }

  acknowledged(device: number, tappedAt: number, now: number): void {
    const lostAt = this.lostAt.get(device);
    if (lostAt === undefined || tappedAt < lostAt) return;
    this.lostAt.delete(device);
    this.waits.record(now - lostAt);
    this.waitsSince.record(now - this.since);
  }
}
