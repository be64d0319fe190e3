import type { EventDefinition } from '../../rpc/definition';
import type { BusinessDay } from '../../shared/rules/business-day';
import type { Clock } from '../ports';
import type { Batch } from '../state/batch';
import type { FlushedState } from '../state/flushed-state';
import type { JournalEntry } from '../state/journal-entry';
import { type ClientState, latestTime, type RoomState, withTrial } from '../state/room-state';
import type { Counted } from '../storage/flush';
import type { RoomStore } from '../storage/room-store';
import { roomClock } from './clock';
import { RoomMemory } from './memory';

/** What the room's modules let each other know: those whom it concerns react to it at once. */
export type Signal =
  /** The counts of these areas have changed, and are durable. */
  | { readonly type: 'counts'; readonly areaIds: readonly string[] }
  /** What counting devices get of the open alerts, or of the orders in force, has changed. */
  | { readonly type: 'alerts' | 'orders' }
  /** An evacuation or drill has begun, changed or ended; the ids are those of recounted areas. */
  | { readonly type: 'evacuation'; readonly recounted: readonly string[] }
  /** Other data that displays get has changed. */
  | { readonly type: 'display' }
  /** Displays and webhooks show something else than before. */
  | { readonly type: 'shown' }
  /** A device has joined or left. */
  | { readonly type: 'devices' }
  /** A lock of the bill or the trial has begun or ended, or stops something else than before. */
  | { readonly type: 'locks' }
  /** Something was stored of which the account's hub does not know yet. */
  | { readonly type: 'unannounced' }
  /** Days have become active or billable. */
  | { readonly type: 'days' }
  /** D1 has answered how the event is defined. */
  | { readonly type: 'definition'; readonly found: EventDefinition | 'deleted' };

/** A module that reacts to what happens in the room. */
export interface Follower {
  /** Called after a flush was stored and its acks were sent. */
  counted?(flush: Counted, batches: readonly Batch[]): void;
  /** Called after a change that is no tap was stored; `before` is undefined if the room has just learned its event. */
  changed?(before: RoomState | undefined, after: RoomState): void;
  signaled?(signal: Signal): void;
}

/** The taps that wait to be stored. */
interface Queue {
  /** Counts what waits. */
  flush(): void;
}

export interface CoreHost {
  store: RoomStore;
  /** The host's clock. */
  now: Clock;
  /** Returns a random id. */
  newId(): string;
  /** Makes the alarm ring no later than `at` (epoch ms). */
  wakeBy(at: number): void;
}

/**
 * What all modules of a room share: its state, its time, and how they change the one and let each other know of it. It knows
 * none of them; the composition connects them.
 */
export class RoomCore {
  readonly store: RoomStore;
  /** The room's time, epoch ms. */
  readonly now: Clock;
  private readonly memory: RoomMemory;
  private queue: Queue | undefined;
  private followers: readonly Follower[] = [];

  constructor(private readonly host: CoreHost) {
    this.store = host.store;
    this.memory = new RoomMemory(host.store);
    this.now = roomClock(host.now, latestTime(this.memory.stateOrNone));
  }

  /** Called once, when all modules are made. The followers are called in this order. */
  connect(queue: Queue, followers: readonly Follower[]): void {
    this.queue = queue;
    this.followers = followers;
  }

  /** Undefined in a room that does not know its event yet. */
  get stateOrNone(): RoomState | undefined {
    return this.memory.stateOrNone;
  }

  /** Undefined in a room without an event or with a deleted event. */
  get openState(): RoomState | undefined {
    return this.stateOrNone?.deleted === false ? this.stateOrNone : undefined;
  }

  /** @throws in a room that does not know its event yet */
  get state(): RoomState {
    return this.memory.state;
  }

  /** A client that has joined or counted in this room before; undefined if nobody has used the id. */
  client(clientId: string): ClientState | undefined {
    return this.memory.client(clientId);
  }

  /** The business day of `at`, YYYY-MM-DD. */
  dayOf(at: number): string {
    return this.memory.days.dayOf(at);
  }

  businessDayOf(at: number): BusinessDay {
    return this.memory.days.businessDayOf(at);
  }

  newId(): string {
    return this.host.newId();
  }

  /** Called when something was stored of which the account's hub does not know yet. */
  announceSoon(): void {
    this.signal({ type: 'unannounced' });
  }

  wakeBy(at: number): void {
    this.host.wakeBy(at);
  }

  /** Counts all queued taps. */
  flush(): void {
    if (this.stateOrNone !== undefined) this.queue?.flush();
  }

  /** Counts all queued taps and returns the state after them. */
  flushedState(): RoomState {
    this.flush();
    return this.state;
  }

  /** The same for reports and jobs; undefined in a room without an event or with a deleted event. */
  flushNow(): FlushedState | undefined {
    if (this.openState === undefined) return undefined;
    const { event } = this.flushedState();
    return { event, days: this.memory.days, now: this.now() };
  }

  /** Stores a change that is no tap and its journal entries in one transaction; then the followers learn of it. */
  commit(changed: RoomState, entries: readonly JournalEntry[]): void {
    const before = this.stateOrNone;
    const after = withTrial(before?.account, changed, () => this.store.takenTaps());
    this.store.commitChange(before, after, entries, this.now());
    this.memory.stateOrNone = after;
    for (const follower of this.followers) follower.changed?.(before, after);
  }

  /** Remembers a flush that was stored. */
  remember(flush: Counted): void {
    this.memory.apply(flush);
  }

  /** Called when the acks of a flush were sent. */
  counted(flush: Counted, batches: readonly Batch[]): void {
    for (const follower of this.followers) follower.counted?.(flush, batches);
  }

  signal(signal: Signal): void {
    for (const follower of this.followers) follower.signaled?.(signal);
  }
}
