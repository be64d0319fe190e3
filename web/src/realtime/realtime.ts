import { FORCE_REFRESH_SPREAD_MS } from '../../../src/shared/limits';
import { assertNever } from '../../../src/shared/assert-never';
import { type NewsFrame, type RefusedTaps, RoomChannel } from './channel';
import type { Cancel, Effects } from './effects';
import { HubChannel } from './hub';

/** A room nobody looks at stays open this long: switching there and back, or a remount, keeps its socket. */
const LINGER_MS = 1_000;

export type EventNews = Exclude<NewsFrame, { type: 'force_refresh' }>;

/** News for the rest of the app. `refresh` has been spread over a random second already. */
export interface RealtimeListeners {
  event(news: EventNews): void;
  /** Fetch user and events again; the rooms look after themselves. */
  refresh(): void;
  refused(taps: RefusedTaps): void;
  eventGone(eventId: string): void;
  sessionEnded(): void;
}

interface OpenRoom {
  readonly channel: RoomChannel;
  holders: number;
  started: boolean;
  cancelClose: Cancel | null;
}

/** All sockets of one session. Rooms with undelivered taps stay open until these are through. */
export class Realtime {
  readonly #effects: Effects;
  readonly #connectFrom: number;
  readonly #subscribers = new Set<() => void>();
  readonly #rooms = new Map<string, OpenRoom>();
  readonly #hub: HubChannel;
  #hubHolders = 0;
  #hubStarted = false;
  #listeners: RealtimeListeners | null = null;
  #cancelRefresh: Cancel | null = null;

  /** @param connectFrom epoch ms before which no socket opens */
  constructor(effects: Effects, connectFrom = 0) {
    this.#effects = effects;
    this.#connectFrom = connectFrom;
    this.#hub = this.#createHub();
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

  get hub(): HubChannel {
    return this.#hub;
  }

  /** The event's channel, not yet started by this alone. */
  room(eventId: string): RoomChannel {
    return this.#open(eventId).channel;
  }

  /** Keeps the event's channel running until the returned function is called. */
  hold(eventId: string): () => void {
    const room = this.#open(eventId);
    room.holders += 1;
    room.cancelClose?.();
    room.cancelClose = null;
    if (!room.started) room.channel.start(this.#connectFrom);
    room.started = true;
    return () => {
      room.holders -= 1;
      this.#closeLater(eventId, room);
    };
  }

  /** Keeps the admin's hub running until the returned function is called. */
  holdHub(): () => void {
    this.#hubHolders += 1;
    if (!this.#hubStarted) this.#hub.start(this.#connectFrom);
    this.#hubStarted = true;
    return () => {
      this.#hubHolders -= 1;
      this.#effects.after(LINGER_MS, () => this.#hubHolders === 0 && this.#hub.close());
    };
  }

  /** Closes everything at once (logout). */
  closeAll(): void {
    this.#cancelRefresh?.();
    this.#hub.close();
    for (const { channel } of this.#rooms.values()) channel.close();
  }

  #createHub(): HubChannel {
    return new HubChannel(this.#effects, {
      changed: () => this.#notify(),
      news: (frame) => this.#news(frame),
      sessionEnded: () => this.#listeners?.sessionEnded(),
    });
  }

  #open(eventId: string): OpenRoom {
    const known = this.#rooms.get(eventId);
    if (known) return known;
    const channel = new RoomChannel(eventId, this.#effects, {
      changed: () => this.#notify(),
      news: (frame) => this.#news(frame),
      refused: (taps) => this.#listeners?.refused(taps),
      gone: () => {
        this.#rooms.delete(eventId);
        this.#listeners?.eventGone(eventId);
      },
      sessionEnded: () => this.#listeners?.sessionEnded(),
    });
    const room: OpenRoom = { channel, holders: 0, started: false, cancelClose: null };
    this.#rooms.set(eventId, room);
    return room;
  }

  #closeLater(eventId: string, room: OpenRoom): void {
    if (room.holders > 0) return;
    room.cancelClose = this.#effects.after(LINGER_MS, () => {
      const { unsentTaps, ended } = room.channel.snapshot;
      if (unsentTaps > 0 && !ended && !room.channel.closed) {
        this.#closeLater(eventId, room);
        return;
      }
      room.channel.close();
      if (this.#rooms.get(eventId) === room) this.#rooms.delete(eventId);
    });
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
