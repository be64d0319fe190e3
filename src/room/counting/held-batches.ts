import { logError } from '../../observability/log';
import type { Batch } from '../state/batch';
import { ASK_INTERVAL_MS, HELD_TAPS_MAX } from './limits';
import type { Clock } from '../ports';

export interface HeldBatchesDeps {
  now: Clock;
  eventId(): string;
  /** Updates the room's areas from D1; resolves to false if D1 did not answer. */
  askForAreas(): Promise<boolean>;
  /** Counts these batches, which are in order of arrival. An area that the room still does not know does not exist. */
  release(batches: readonly Batch[]): void;
}

interface Held {
  batches: Batch[];
  taps: number;
}

/**
 * Holds batches with an area that the room does not know but D1 may know, and all later batches of the same clients.
 * The order of a client's taps never changes, and no other client waits (docs/decisions/0001).
 */
export class HeldBatches {
  private readonly byClient = new Map<string, Held>();
  private isAsking = false;
  private lastAskedAt = -Infinity;

  constructor(private readonly deps: HeldBatchesDeps) {}

  holds(clientId: string): boolean {
    return this.byClient.has(clientId);
  }

  add(batch: Batch): void {
    const held = this.byClient.get(batch.clientId) ?? { batches: [], taps: 0 };
    held.batches.push(batch);
    held.taps += batch.taps.length;
    this.byClient.set(batch.clientId, held);
    if (held.taps > HELD_TAPS_MAX) this.fail([batch.clientId]);
    else void this.ask();
  }

  /** Removes and returns all held batches without waiting for D1. */
  takeAll(): Batch[] {
    const all = [...this.byClient.values()].flatMap(({ batches }) => batches);
    this.byClient.clear();
    return all;
  }

  private async ask(): Promise<void> {
    if (this.isAsking) return;
    this.isAsking = true;
    const waitMs = this.lastAskedAt + ASK_INTERVAL_MS - this.deps.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, Math.min(waitMs, ASK_INTERVAL_MS)));
    this.lastAskedAt = this.deps.now();
    // A batch that arrives while D1 is being asked can contain an area that is created at that time. It waits for the
    // next answer.
    const inTime = new Map([...this.byClient].map(([clientId, { batches }]) => [clientId, batches.length]));
    const isAnswered = await this.deps.askForAreas().catch((error: unknown) => {
      logError('room.ask', error, { eventId: this.deps.eventId() });
      return false;
    });
    this.isAsking = false;
    if (isAnswered) this.releaseFirst(inTime);
    else this.fail(inTime.keys());
    if (this.byClient.size > 0) void this.ask();
  }

  private releaseFirst(counts: ReadonlyMap<string, number>): void {
    const released: Batch[] = [];
    for (const [clientId, count] of counts) {
      const held = this.byClient.get(clientId);
      if (held === undefined) continue;
      released.push(...held.batches.splice(0, count));
      held.taps = held.batches.reduce((taps, batch) => taps + batch.taps.length, 0);
      if (held.batches.length === 0) this.byClient.delete(clientId);
    }
    this.deps.release(released);
  }

  /** Answers that nothing was counted. The clients reconnect and send all held taps again. */
  private fail(clientIds: Iterable<string>): void {
    for (const clientId of clientIds) {
      const held = this.byClient.get(clientId);
      this.byClient.delete(clientId);
      for (const reply of new Set(held?.batches.map((batch) => batch.reply))) reply.fail('unavailable');
    }
  }
}
