import type { Follower, Signal } from '../core/room-core';
import type { Reader } from '../../rpc/reader';
import { isSideArea } from '../../shared/evacuation/side-areas';
import { fanOut } from './fan-out';
import { broadcastIntervalMs } from './limits';
import type { Clock } from '../ports';

/** Broadcasts go to counting devices, to the room's own viewers, and to relays, which have more viewers. */
export type BroadcastTier = keyof typeof broadcastIntervalMs;

/** What counting devices are told besides the counts. */
export type ControlChange = 'alerts' | 'orders' | 'evacuation';

/** Only devices are told of them, each in its own words. */
interface Receiver extends Reader {
  send(message: string): void;
}

export interface BroadcastDeps {
  now: Clock;
  /** The joined sockets of a tier, or the relays. */
  receivers(tier: BroadcastTier): ReadonlySet<Receiver>;
  /** How many sockets a broadcast to the tier reaches, with those behind relays. */
  reached(tier: BroadcastTier): number;
  /** The frame for a tier, with the present values of these areas. */
  text(tier: BroadcastTier, areaIds: ReadonlySet<string>): string;
  /** Returns the frame with the open alerts, the orders in force, or what evacuation or drill runs, for each device. */
  control(about: ControlChange): (reader: Reader) => string;
  /** Called when what displays show has changed: webhooks may be told of it. */
  shownChanged(): void;
}

/**
 * Sends the changed areas to one tier as absolute values in one frame, at most once per interval. Control changes are sent with
 * it in frames of their own; after two frames the tier waits for two intervals. Every flush checks whether the interval is
 * over, because a timer alone starves under load (docs/product.md, R12).
 */
class TierBroadcast {
  private changed = new Set<string>();
  private isStale = false;
  private controls = new Set<ControlChange>();
  private lastSentAt = -Infinity;
  private framesSent = 1;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private isFanningOut = false;

  constructor(
    private readonly tier: BroadcastTier,
    private readonly deps: BroadcastDeps,
  ) {}

  touch(areaIds: Iterable<string>): void {
    if (this.deps.receivers(this.tier).size === 0) return;
    for (const areaId of areaIds) this.changed.add(areaId);
    this.isStale = true;
    this.sendIfDue();
  }

  /** Sends a control change together with the counts of this turn of the event loop. */
  touchControl(about: ControlChange): void {
    if (this.deps.receivers(this.tier).size === 0) return;
    this.controls.add(about);
    queueMicrotask(() => this.sendIfDue());
  }

  private sendIfDue(): void {
    if (!(this.isStale || this.controls.size > 0) || this.isFanningOut) return;
    const receivers = this.deps.receivers(this.tier);
    const intervalMs = broadcastIntervalMs[this.tier](this.deps.reached(this.tier)) * this.framesSent;
    const waitMs = this.lastSentAt + intervalMs - this.deps.now();
    // If the clock moved backwards, the elapsed time is unknown, so the broadcast is sent.
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
    const texts = this.takeTexts();
    this.framesSent = texts.length;
    this.isFanningOut = true;
    fanOut(
      receivers,
      (receiver) => {
        for (const text of texts) receiver.send(text(receiver));
      },
      () => {
        this.isFanningOut = false;
        this.sendIfDue();
      },
    );
  }

  private takeTexts(): ((receiver: Receiver) => string)[] {
    const texts: ((receiver: Receiver) => string)[] = [];
    if (this.isStale) {
      const counts = this.deps.text(this.tier, this.changed);
      texts.push(() => counts);
    }
    for (const about of this.controls) texts.push(this.deps.control(about));
    this.changed = new Set();
    this.isStale = false;
    this.controls = new Set();
    return texts;
  }
}

export class Broadcast implements Follower {
  private readonly counting: TierBroadcast;
  private readonly viewers: TierBroadcast;
  private readonly relays: TierBroadcast;

  constructor(private readonly deps: BroadcastDeps) {
    this.counting = new TierBroadcast('counting', deps);
    this.viewers = new TierBroadcast('viewer', deps);
    this.relays = new TierBroadcast('relay', deps);
  }

  signaled(signal: Signal): void {
    if (signal.type === 'counts') this.touch(signal.areaIds);
    else if (signal.type === 'alerts' || signal.type === 'orders') this.touchControl(signal.type);
    else if (signal.type === 'evacuation') this.touchEvacuation(signal.recounted);
    else if (signal.type === 'display') this.touchViewers();
  }

  /** Called when the counts of these areas have changed and are durable. */
  touch(areaIds: Iterable<string>): void {
    const changed = [...areaIds];
    this.counting.touch(changed);
    // Displays do not show the counts of side areas.
    if (changed.some((areaId) => !isSideArea(areaId))) this.touchViewers();
  }

  /** Called when one of these has changed. Displays have frames of their own. */
  touchControl(about: ControlChange): void {
    this.counting.touchControl(about);
  }

  /** Called when an evacuation or a drill has begun, changed or ended: displays show that, too. */
  touchEvacuation(recounted: readonly string[]): void {
    this.touchControl('evacuation');
    // Sent at once with that frame: an empty frame would make it wait for its interval.
    if (recounted.length > 0) this.counting.touch(recounted);
    this.touchViewers();
  }

  /** Called when other data that displays show has changed: a name, a capacity or the list of areas. */
  touchViewers(): void {
    this.viewers.touch([]);
    this.relays.touch([]);
    this.deps.shownChanged();
  }
}
