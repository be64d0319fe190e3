import type { Clock } from '../ports';
import { SLOW_SYNC_MS, SLOW_WAIT_MS } from '../../monitor/thresholds';
import type { LruMap } from '../../concurrency/lru-map';
import { logInfo } from '../../observability/log';
import type { SlowMinute } from '../../rpc/monitor-api';
import { MINUTE_MS } from '../../shared/durations';
import type { Connections } from '../sockets/connections';
import type { Batch } from '../state/batch';
import type { Counted } from '../storage/flush';

/** What it needs of the room's core. */
interface MetricsCore {
  readonly now: Clock;
  /** Undefined in a room that does not know its event yet. */
  readonly stateOrNone: CountedState | undefined;
}

interface CountedState {
  readonly epoch: string;
  readonly event: { readonly eventId: string };
}

export interface MetricsDeps {
  connections: Pick<Connections, 'size' | 'inTier'>;
  /** The rooms' open windows by epoch. They are in the isolate's memory, so a room that hibernates keeps its window. */
  windows: Windows;
  /** Resolves when everything that was written so far is on disk. Without this function `syncMs` is not measured. */
  synced?: (() => Promise<void>) | undefined;
  /** Called after a minute in which the room was slow. */
  onSlow?: ((minute: SlowMinute) => void) | undefined;
}

/** The sums since `startedAt`. */
export interface Window {
  startedAt: number;
  taps: number;
  flushes: number;
  batches: number;
  tapsPerFlushMax: number;
  waitMs: number;
  waitMsMax: number;
  syncMs: number | undefined;
}

type Windows = Pick<LruMap<string, Window>, 'get' | 'set' | 'delete'>;

/**
 * Logs one line for each minute in which the room counts. It adds no row, no timer and no alarm. The runtime's clock
 * stands still while code runs (Cloudflare Workers, performance and timers), so a commit cannot be timed. `waitMs` is
 * how long a frame waited in the queue until its flush began. `syncMs` is how long the first flush of the minute took
 * until it was on disk, which is when its ack leaves.
 */
export class Metrics {
  constructor(
    private readonly core: MetricsCore,
    private readonly deps: MetricsDeps,
  ) {}

  /** Called after the acks of a flush that began at `now` (epoch ms). */
  counted({ now: at, taken }: Pick<Counted, 'now' | 'taken'>, batches: readonly Pick<Batch, 'receivedAt'>[]): void {
    const epoch = this.core.stateOrNone?.epoch;
    if (epoch === undefined) return;
    this.logWhenDue();
    const window = this.deps.windows.get(epoch) ?? this.open(epoch, at);
    for (const batch of batches) {
      const waitMs = Math.max(0, at - batch.receivedAt);
      window.waitMs += waitMs;
      window.waitMsMax = Math.max(window.waitMsMax, waitMs);
    }
    window.taps += taken;
    window.flushes += 1;
    window.batches += batches.length;
    window.tapsPerFlushMax = Math.max(window.tapsPerFlushMax, taken);
  }

  /** Logs the line of the last minute once that minute is over; at once if the room has no sockets any more. */
  logWhenDue({ isLast } = { isLast: false }): void {
    const state = this.core.stateOrNone;
    const window = state && this.deps.windows.get(state.epoch);
    if (state === undefined || window === undefined) return;
    const lastedMs = this.core.now() - window.startedAt;
    // If the clock moved backwards, the elapsed time is unknown, and the line is logged.
    if (!isLast && lastedMs >= 0 && lastedMs < MINUTE_MS) return;
    this.deps.windows.delete(state.epoch);
    const { eventId } = state.event;
    const { taps, flushes, batches, tapsPerFlushMax, waitMs, waitMsMax, syncMs } = window;
    logInfo('room', {
      eventId,
      seconds: Math.round(lastedMs / 1000),
      taps,
      flushes,
      tapsPerFlushMax,
      waitMsMean: Math.round((waitMs / Math.max(1, batches)) * 10) / 10,
      waitMsMax,
      syncMs,
      sockets: this.deps.connections.size,
      viewers: this.deps.connections.inTier('viewer').size,
    });
    if (waitMsMax > SLOW_WAIT_MS || (syncMs ?? 0) > SLOW_SYNC_MS) {
      this.deps.onSlow?.({ eventId, waitMsMax, syncMs: syncMs ?? null });
    }
  }

  private open(epoch: string, startedAt: number): Window {
    const window: Window = {
      startedAt,
      taps: 0,
      flushes: 0,
      batches: 0,
      tapsPerFlushMax: 0,
      waitMs: 0,
      waitMsMax: 0,
      syncMs: undefined,
    };
    this.deps.windows.set(epoch, window);
    void this.timeSync(window);
    return window;
  }

  private async timeSync(window: Window): Promise<void> {
    try {
      if (this.deps.synced === undefined) return;
      await this.deps.synced();
      window.syncMs = this.core.now() - window.startedAt;
    } catch {
      // The room restarts and its sockets close, so nothing is left to measure.
    }
  }
}
