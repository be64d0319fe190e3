import { FORCE_REFRESH_SPREAD_MS } from '../../../src/shared/limits';
import { assertNever } from '../../../src/shared/assert-never';
import type { LastKnown } from '../lib/last-known';
import { type ChannelListeners, type NewsFrame, RoomChannel } from './channel';
import type { Cancel, Effects } from './effects';
import { HubChannel } from './hub';
import { type Connection, type RoomSnapshot, unknownRoom } from './snapshot';
import { type EventUncountedTaps, type UncountedTaps, withUncounted } from './uncounted-taps';

/** A room nobody looks at stays open this long: switching there and back, or a remount, keeps its socket. */
const LINGER_MS = 1_000;

type Recall = (eventId: string) => LastKnown | null;

export type EventNews = Exclude<NewsFrame, { type: 'force_refresh' }>;

/** News for the rest of the app. `refresh` has been spread over a random second already. */
export interface RealtimeListeners {
  event(news: EventNews): void;
  /** Fetch user and events again; the rooms look after themselves. */
  refresh(): void;
  eventGone(eventId: string, lostTaps: number): void;
  sessionEnded(lostTaps: number): void;
}

interface OpenRoom {
  readonly channel: RoomChannel;
  holders: number;
  cancelClose: Cancel | null;
}

/** All sockets of one session. Rooms with undelivered taps stay open until these are through. */
export class Realtime {
  readonly #effects: Effects;
  readonly #connectFrom: number;
  readonly #recall: Recall;
  readonly #subscribers = new Set<() => void>();
  readonly #rooms = new Map<string, OpenRoom>();
  #hub: HubChannel | null = null;
  #hubHolders = 0;
  #cancelHubClose: Cancel | null = null;
  #listeners: RealtimeListeners | null = null;
  #cancelRefresh: Cancel | null = null;
  #uncounted: readonly EventUncountedTaps[] = [];

  /**
   * @param connectFrom epoch ms before which no socket opens
   * @param recall what an earlier visit has kept of an event
   */
  constructor(effects: Effects, connectFrom = 0, recall: Recall = () => null) {
    this.#effects = effects;
    this.#connectFrom = connectFrom;
    this.#recall = recall;
  }

  /** For useSyncExternalStore: called on every change of any room and of the hub. */
  readonly subscribe = (subscriber: () => void): (() => void) => {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  };

  /** Who hears the news; one at a time. Returns the unsubscriber. */
  listen(listeners: RealtimeListeners): () => void {
    this.#listeners = listeners;
    return () => {
      if (this.#listeners === listeners) this.#listeners = null;
    };
  }

  get hubConnection(): Connection {
    return this.#hub?.connection ?? 'connecting';
  }

  /** What is known of an event; changes nothing, so that it may be asked while rendering. */
  snapshotOf(eventId: string): RoomSnapshot {
    return this.#rooms.get(eventId)?.channel.snapshot ?? unknownRoom;
  }

  /** What is worth keeping for a later visit, by event. */
  get lastKnown(): ReadonlyMap<string, LastKnown> {
    const known = new Map<string, LastKnown>();
    for (const [eventId, { channel }] of this.#rooms) {
      const { lastKnown } = channel;
      if (lastKnown) known.set(eventId, lastKnown);
    }
    return known;
  }

  /** Own taps of all rooms that are not acknowledged, and still may be. */
  get unsentTaps(): number {
    let taps = 0;
    for (const { channel } of this.#rooms.values()) taps += channel.snapshot.unsentTaps;
    return taps;
  }

  /** Names the oldest of them: another value means that some got through. */
  get oldestUnsent(): string {
    return Array.from(this.#rooms.values(), ({ channel }) => channel.snapshot.oldestUnsent).join();
  }

  /** Refused or lost taps of all events, until somebody has read of them. */
  get uncountedTaps(): readonly EventUncountedTaps[] {
    return this.#uncounted;
  }

  /** Somebody has read of them. */
  dismiss(read: EventUncountedTaps): void {
    this.#uncounted = this.#uncounted.filter((noted) => noted !== read);
    this.#notify();
  }

  /** Counts in an event that is held. */
  tap(eventId: string, areaId: string, change: number): void {
    this.#rooms.get(eventId)?.channel.tap(areaId, change);
  }

  /** Fetches the areas of an event that is held. */
  async refresh(eventId: string): Promise<void> {
    await this.#rooms.get(eventId)?.channel.refresh();
  }

  /** Tries all that is not connected, at once. */
  retry(): void {
    this.#hub?.retry();
    for (const { channel } of this.#rooms.values()) channel.retry();
  }

  /** Keeps the event's channel running until the returned function is called. */
  hold(eventId: string): () => void {
    const room = this.#rooms.get(eventId) ?? this.#open(eventId);
    room.holders += 1;
    room.cancelClose?.();
    room.cancelClose = null;
    return () => {
      room.holders -= 1;
      this.#closeLater(eventId, room);
    };
  }

  /** Keeps the admin's hub running until the returned function is called. */
  holdHub(): () => void {
    this.#hubHolders += 1;
    this.#cancelHubClose?.();
    this.#cancelHubClose = null;
    if (!this.#hub) this.#openHub();
    return () => {
      this.#hubHolders -= 1;
      if (this.#hubHolders > 0) return;
      this.#cancelHubClose = this.#effects.after(LINGER_MS, () => {
        this.#hub?.close();
        this.#hub = null;
      });
    };
  }

  /** Closes everything at once (logout). Returns how many undelivered taps are lost with it. */
  closeAll(): number {
    this.#cancelRefresh?.();
    this.#hub?.close();
    let lostTaps = 0;
    for (const { channel } of this.#rooms.values()) lostTaps += channel.close();
    return lostTaps;
  }

  #openHub(): void {
    this.#hub = new HubChannel(this.#effects, {
      changed: () => this.#notify(),
      news: (frame) => this.#news(frame),
      sessionEnded: () => this.#sessionEnded(0),
    });
    this.#hub.start(this.#connectFrom);
  }

  #open(eventId: string): OpenRoom {
    const listeners: ChannelListeners = {
      changed: () => this.#notify(),
      news: (frame) => this.#news(frame),
      refused: (taps) => this.#note(eventId, [taps]),
      gone: (lostTaps) => {
        this.#rooms.delete(eventId);
        this.#note(eventId, channel.lost);
        this.#listeners?.eventGone(eventId, lostTaps);
      },
      sessionEnded: (lostTaps) => this.#sessionEnded(lostTaps),
    };
    const channel = new RoomChannel(eventId, this.#effects, listeners, this.#recall(eventId));
    const room: OpenRoom = { channel, holders: 0, cancelClose: null };
    this.#rooms.set(eventId, room);
    channel.start(this.#connectFrom);
    this.#notify();
    return room;
  }

  #sessionEnded(lostTaps: number): void {
    this.#listeners?.sessionEnded(lostTaps + this.closeAll());
  }

  #closeLater(eventId: string, room: OpenRoom): void {
    if (room.holders > 0) return;
    room.cancelClose = this.#effects.after(LINGER_MS, () => {
      const { unsentTaps, ended } = room.channel.snapshot;
      if (unsentTaps > 0 && !ended && !room.channel.closed) {
        this.#closeLater(eventId, room);
        return;
      }
      const lostTaps = room.channel.close();
      if (this.#rooms.get(eventId) === room) this.#rooms.delete(eventId);
      if (lostTaps > 0) this.#note(eventId, room.channel.lost);
    });
  }

  #note(eventId: string, groups: readonly UncountedTaps[]): void {
    for (const taps of groups) this.#uncounted = withUncounted(this.#uncounted, { eventId, ...taps });
    this.#notify();
  }

  #news(frame: NewsFrame): void {
    switch (frame.type) {
      case 'event_created':
      case 'event_updated':
      case 'event_deleted':
      case 'events_changed':
        this.#listeners?.event(frame);
        return;
      case 'force_refresh':
        // Room and hub both say so: once is enough. Spread, so that a venue's devices do not all ask at once.
        this.#cancelRefresh ??= this.#effects.after(this.#effects.random() * FORCE_REFRESH_SPREAD_MS, () => {
          this.#cancelRefresh = null;
          this.#listeners?.refresh();
          for (const { channel } of this.#rooms.values()) void channel.refresh();
        });
        return;
      default:
        assertNever(frame);
    }
  }

  #notify(): void {
    for (const subscriber of this.#subscribers) subscriber();
  }
}
