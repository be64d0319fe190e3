import { fanOut } from './fan-out';
import { broadcastIntervalMs } from './limits';
import type { Clock } from './ports';

export type Tier = keyof typeof broadcastIntervalMs;

interface Receiver {
  send(message: string): void;
}

export interface BroadcastDeps {
  now: Clock;
  /** The joined sockets of a tier. */
  receivers(tier: Tier): ReadonlySet<Receiver>;
  /** The frame for that tier, with the present values of these areas. */
  text(tier: Tier, areaIds: ReadonlySet<string>): string;
}

/**
 * Sends each tier what changed, as absolute values in one frame, no more often than its interval allows.
 * The deadline is checked at every flush, since a timer alone starves under load (design section 4).
 */
class TierBroadcast {
  private changed = new Set<string>();
  private isStale = false;
  private lastSentAt = -Infinity;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private isFanningOut = false;

  constructor(
    private readonly tier: Tier,
    private readonly deps: BroadcastDeps,
  ) {}

  touch(areaIds: Iterable<string>): void {
    if (this.deps.receivers(this.tier).size === 0) return;
    for (const areaId of areaIds) this.changed.add(areaId);
    this.isStale = true;
    this.sendIfDue();
  }

  private sendIfDue(): void {
    if (!this.isStale || this.isFanningOut) return;
    const receivers = this.deps.receivers(this.tier);
    const intervalMs = broadcastIntervalMs[this.tier](receivers.size);
    const waitMs = this.lastSentAt + intervalMs - this.deps.now();
    // A clock that was set back has said nothing of how long ago it was.
    if (waitMs > 0 && waitMs <= intervalMs) {
      this.timer ??= setTimeout(() => {
        this.timer = null;
        this.sendIfDue();
      }, waitMs);
      return;
    }
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.lastSentAt = this.deps.now();
    const text = this.deps.text(this.tier, this.changed);
    this.changed = new Set();
    this.isStale = false;
    this.isFanningOut = true;
    fanOut(
      receivers,
      (receiver) => receiver.send(text),
      () => {
        this.isFanningOut = false;
        this.sendIfDue();
      },
    );
  }
}

export class Broadcast {
  private readonly counting: TierBroadcast;
  private readonly viewers: TierBroadcast;

  constructor(deps: BroadcastDeps) {
    this.counting = new TierBroadcast('counting', deps);
    this.viewers = new TierBroadcast('viewer', deps);
  }

  /** These areas' counts changed and are durable. */
  touch(areaIds: Iterable<string>): void {
    this.counting.touch(areaIds);
    this.touchViewers();
  }

  /** Something else that displays show has changed: a name, a capacity, which areas there are. */
  touchViewers(): void {
    this.viewers.touch([]);
  }
}
