import { FORCE_REFRESH_SPREAD_MS } from '../../../src/shared/protocol/limits';
import { assertNever } from '../../../src/shared/assert-never';
import type { Alert } from '../../../src/shared/schemas/alert';
import type { Event } from '../../../src/shared/schemas/event';
import type { LastKnown } from '../session/last-known';
import type { OrphanTapSender } from './outbox/orphan-tap-sender';
import { OrphanTaps } from './outbox/orphan-taps';
import { RoomChannel } from './channel';
import type { ChannelListeners, EventListFrame } from './channel-listeners';
import type { Cancel, Effects } from './effects';
import type { PageEffects } from './page-effects';
import type { HubChannel, HubListeners } from './hub';
import { OutboxHome } from './outbox/outbox-home';
import { Pace } from './pace';
import { askingAs } from './principal';
import { type Connection, type RoomSnapshot, unknownRoom } from './view/snapshot';
import {
  addUnsent,
  type EventUncountedTaps,
  NONE_UNSENT,
  type UncountedTaps,
  type UnsentTaps,
  withUncounted,
} from './outbox/uncounted-taps';

/** How long a room without a mounted component stays open, in ms, so that switching back keeps its socket. */
const LINGER_MS = 1_000;

/** Opens an admin's hub. It is passed as a function, so that access-code users do not load the hub's code. */
export type OpenHub = (effects: Effects, listeners: HubListeners) => HubChannel;

type Recall = (eventId: string) => LastKnown | null;

export type EventChange =
  | Exclude<EventListFrame, { type: 'force_refresh' | 'event_deleted' }>
  /** The event as a room's sync contains it. An unknown event is not added to the list. */
  | { type: 'event_heard'; event: Event };

/** Listeners of the rest of the app. Calls of `refresh` are already spread over a random second. */
export interface RealtimeListeners {
  event(change: EventChange): void;
  /** Called when user and events must be loaded again. Rooms load their own state. */
  refresh(): void;
  eventGone(eventId: string, lostTaps: number): void;
  sessionEnded(unsent: UnsentTaps): void;
}

interface OpenRoom {
  readonly channel: RoomChannel;
  holders: number;
  /** How many of the holders are screens on which somebody may count. */
  counters: number;
  cancelClose: Cancel | null;
}

/** All connections of one session. Rooms with unsent taps stay open until these are delivered. */
export class Realtime {
  readonly #effects: PageEffects;
  readonly #connectFrom: number;
  readonly #recall: Recall;
  readonly #subscribers = new Set<() => void>();
  readonly #rooms = new Map<string, OpenRoom>();
  readonly #home: OutboxHome;
  readonly #pace: Pace;
  readonly #adoption: OrphanTaps;
  #hub: HubChannel | null = null;
  #hubHolders = 0;
  #cancelHubClose: Cancel | null = null;
  #listeners: RealtimeListeners | null = null;
  #cancelRefresh: Cancel | null = null;
  #uncounted: readonly EventUncountedTaps[] = [];
  #tellsOfStorage = false;
  #adoptionLeft: Promise<void> | null = null;

  /**
   * @param principal the principal who makes the taps
   * @param connectFrom epoch ms before which no socket opens
   * @param recall returns the state of an event that an earlier visit has kept
   */
  constructor(effects: PageEffects, principal: string, connectFrom = 0, recall: Recall = () => null) {
    this.#effects = askingAs(principal, effects);
    this.#pace = new Pace(effects, () => this.#tellAll());
    this.#connectFrom = connectFrom;
    this.#recall = recall;
    this.#home = new OutboxHome(principal, effects, () => this.#storeFailed());
    this.#adoption = new OrphanTaps(this.#home, this.#effects, {
      isOwn: (clientId) => [...this.#rooms.values()].some(({ channel }) => channel.clientId === clientId),
      changed: () => this.#notify(),
      adopted: (eventId, action) => {
        this.#rooms.get(eventId)?.channel.adopted(action);
        this.#notify();
      },
      uncounted: (eventId, taps) => this.#note(eventId, taps),
      areaNames: (eventId) => this.#rooms.get(eventId)?.channel.view.areaNames ?? new Map(),
      sessionEnded: () => this.#sessionEnded(NONE_UNSENT),
    });
    this.#adoption.start();
    void this.#readUncounted();
  }

  /** Subscribes to every change of any room and of the hub, for useSyncExternalStore. */
  readonly subscribe = (subscriber: () => void): (() => void) => {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  };

  /** Sets the listeners, of which there can be only one set. Returns the unsubscriber. */
  listen(listeners: RealtimeListeners): () => void {
    this.#listeners = listeners;
    return () => {
      if (this.#listeners === listeners) this.#listeners = null;
    };
  }

  get hubConnection(): Connection {
    return this.#hub?.connection ?? 'connecting';
  }

  /** Returns the present state of an event. It changes nothing, so it can be called while rendering. */
  snapshotOf(eventId: string): RoomSnapshot {
    return this.#rooms.get(eventId)?.channel.snapshot ?? unknownRoom;
  }

  /** Sets at which events the principal may count. Taps of others stay on the device, until that changes. */
  permit(mayCount: (eventId: string) => boolean): void {
    this.#home.mayCount = mayCount;
    this.#orphans?.hurry();
    for (const { channel } of this.#rooms.values()) channel.sendNow();
  }

  /** The states to keep for a later visit, by event. */
  get lastKnown(): ReadonlyMap<string, LastKnown> {
    const known = new Map<string, LastKnown>();
    for (const [eventId, { channel }] of this.#rooms) {
      const { lastKnown } = channel;
      if (lastKnown) known.set(eventId, lastKnown);
    }
    return known;
  }

  /** The unsent taps of all events, including those of closed tabs that this page delivers. */
  get unsentTaps(): number {
    let taps = this.#orphans?.unsentTaps ?? 0;
    for (const { channel } of this.#rooms.values()) taps += channel.snapshot.unsentTaps;
    return taps;
  }

  /** Identifies the oldest unsent taps: if it changes, some were delivered. */
  get oldestUnsent(): string {
    const own = Array.from(this.#rooms.values(), ({ channel }) => channel.snapshot.oldestUnsent);
    return [...own, this.#orphans?.oldestUnsent ?? ''].join();
  }

  /** How many of the unsent taps this release of the app cannot deliver. */
  get refusedTaps(): number {
    return this.#orphans?.refusedTaps ?? 0;
  }

  /** How many of the unsent taps would be lost if the page closed: 0 unless taps cannot be stored. */
  get volatileTaps(): number {
    let taps = 0;
    for (const { channel } of this.#rooms.values()) taps += channel.volatileTaps;
    return taps;
  }

  /** Whether to show that taps cannot be stored on this device: true until somebody dismisses the notice. */
  get tellsOfStorage(): boolean {
    return this.#tellsOfStorage;
  }

  dismissStorage(): void {
    this.#tellsOfStorage = false;
    this.#notify();
  }

  /** The refused or lost taps of all events, until somebody dismisses their notice. */
  get uncountedTaps(): readonly EventUncountedTaps[] {
    return this.#uncounted;
  }

  /** Removes a notice of refused or lost taps, because somebody has read it. */
  dismiss(read: EventUncountedTaps): void {
    this.#uncounted = this.#uncounted.filter((noted) => noted !== read);
    void this.#home.use((store) => store.dismiss(this.#home.principal, read));
    this.#notify();
  }

  /**
   * Counts a tap. The event must be held.
   * @param category the id of the people's category; undefined for an unnamed tap
   */
  tap(eventId: string, areaId: string, change: number, category?: string): void {
    this.#rooms.get(eventId)?.channel.tap(areaId, change, undefined, category);
  }

  /** Moves people of one category, or of none, between two areas of a held event. Either both areas change or neither. */
  transfer(eventId: string, fromAreaId: string, toAreaId: string, people: number, category?: string): void {
    this.#rooms.get(eventId)?.channel.tap(fromAreaId, -people, toAreaId, category);
  }

  /** Returns the page's client id at the event's room; null if the event is not held. */
  clientIdOf(eventId: string): string | null {
    return this.#rooms.get(eventId)?.channel.clientId ?? null;
  }

  /** Applies a call's answer about an alert: `seen` is the alert's new state; undefined if the alert is over. */
  acknowledged(eventId: string, alertId: string, seen: Alert | undefined): void {
    this.#rooms.get(eventId)?.channel.view.acknowledged(alertId, seen);
  }

  /** Undoes the tap in the event snapshot's `undoable`. */
  undo(eventId: string): void {
    this.#rooms.get(eventId)?.channel.undo();
  }

  /** Reads the areas of a held event again. */
  async refresh(eventId: string): Promise<void> {
    await this.#rooms.get(eventId)?.channel.refresh();
  }

  /** Retries all connections that do not work, at once. */
  retry(): void {
    this.#hub?.retry();
    this.#orphans?.hurry();
    for (const { channel } of this.#rooms.values()) channel.retry();
  }

  /**
   * Keeps the connection to the event open until the returned function is called.
   * @param counters 1 if somebody may count on the screen, 0 if it only watches
   */
  hold(eventId: string, counters: 0 | 1 = 1): () => void {
    const room = this.#rooms.get(eventId) ?? this.#open(eventId);
    room.holders += 1;
    room.counters += counters;
    room.cancelClose?.();
    room.cancelClose = null;
    // Until now the event may have been asked about rarely.
    if (counters && !room.channel.snapshot.isOpened) room.channel.retry();
    return () => {
      room.holders -= 1;
      room.counters -= counters;
      this.#closeLater(eventId, room);
    };
  }

  /** Keeps the admin's hub open until the returned function is called. */
  holdHub(openHub: OpenHub): () => void {
    this.#hubHolders += 1;
    this.#cancelHubClose?.();
    this.#cancelHubClose = null;
    if (!this.#hub) this.#openHub(openHub);
    return () => {
      this.#hubHolders -= 1;
      if (this.#hubHolders > 0) return;
      this.#cancelHubClose = this.#effects.after(LINGER_MS, () => {
        this.#hub?.close();
        this.#hub = null;
      });
    };
  }

  /** Resolves when it is certain which taps are stored on the device. Only then is `volatileTaps` reliable. */
  async written(): Promise<void> {
    await Promise.all(Array.from(this.#rooms.values(), ({ channel }) => channel.written()));
  }

  /** Closes all connections at once, for a logout. Returns the undelivered taps. */
  closeAll(): UnsentTaps {
    this.#cancelRefresh?.();
    this.#hub?.close();
    let unsent: UnsentTaps = { kept: this.#orphans?.unsentTaps ?? 0, lost: 0 };
    this.#adoptionLeft ??= this.#adoption.close();
    for (const { channel } of this.#rooms.values()) unsent = addUnsent(unsent, channel.close());
    this.#notify();
    return unsent;
  }

  /** Does what {@link closeAll} does, for a deleted account, and deletes all its taps from the device. */
  async erase(): Promise<void> {
    this.closeAll();
    await Promise.all([this.#adoptionLeft, ...Array.from(this.#rooms.values(), ({ channel }) => channel.handedOver)]);
    await this.#home.use((store) => store.forget(this.#home.principal));
  }

  /** Delivers the taps of closed tabs; null while there are none. */
  get #orphans(): OrphanTapSender | null {
    return this.#adoption.sender;
  }

  #openHub(openHub: OpenHub): void {
    this.#hub = openHub(this.#effects, {
      changed: () => this.#notify(),
      eventList: (frame) => this.#eventList(frame),
      sessionEnded: () => this.#sessionEnded(NONE_UNSENT),
    });
    this.#hub.start(this.#connectFrom);
  }

  #open(eventId: string): OpenRoom {
    const listeners: ChannelListeners = {
      changed: (byOthers) => (byOthers ? this.#pace.soon() : this.#notify()),
      eventList: (frame) => this.#eventList(frame),
      event: (event) => this.#listeners?.event({ type: 'event_heard', event }),
      uncounted: (taps) => this.#note(eventId, taps),
      gone: (lostTaps) => {
        this.#rooms.delete(eventId);
        const adopted = this.#orphans?.giveUp(eventId) ?? 0;
        this.#listeners?.eventGone(eventId, lostTaps + adopted);
      },
      sessionEnded: (unsent) => this.#sessionEnded(unsent),
      isWatched: () => room.counters === 0,
    };
    const channel = new RoomChannel(eventId, this.#effects, listeners, this.#home, this.#recall(eventId));
    const room: OpenRoom = { channel, holders: 0, counters: 0, cancelClose: null };
    this.#rooms.set(eventId, room);
    for (const action of this.#orphans?.actionsOf(eventId) ?? []) channel.adopted(action);
    channel.start(this.#connectFrom);
    this.#notify();
    return room;
  }

  #sessionEnded(unsent: UnsentTaps): void {
    this.#listeners?.sessionEnded(addUnsent(unsent, this.closeAll()));
  }

  #closeLater(eventId: string, room: OpenRoom): void {
    if (room.holders > 0) return;
    room.cancelClose = this.#effects.after(LINGER_MS, () => {
      const { unsentTaps, ended } = room.channel.snapshot;
      if (unsentTaps > 0 && this.#home.mayCount(eventId) && !ended && !room.channel.closed) {
        this.#closeLater(eventId, room);
        return;
      }
      const { kept } = room.channel.close();
      if (this.#rooms.get(eventId) === room) this.#rooms.delete(eventId);
      if (kept > 0) void room.channel.handedOver.then(() => this.#adoption.look());
    });
  }

  async #readUncounted(): Promise<void> {
    const stored = (await this.#home.use((store) => store.uncounted(this.#home.principal))) ?? [];
    for (const taps of stored) this.#note(taps.eventId, [taps]);
  }

  /** Storage has failed: from now on taps stay in this page's memory and are sent at once. */
  #storeFailed(): void {
    this.#tellsOfStorage = true;
    for (const { channel } of this.#rooms.values()) channel.sendNow();
    this.#notify();
  }

  #note(eventId: string, groups: readonly UncountedTaps[]): void {
    for (const taps of groups) this.#uncounted = withUncounted(this.#uncounted, { eventId, ...taps });
    this.#notify();
  }

  #eventList(frame: EventListFrame): void {
    switch (frame.type) {
      case 'event_deleted':
        this.#deleted(frame);
        return;
      case 'event_created':
      case 'event_updated':
      case 'events_changed':
        this.#listeners?.event(frame);
        return;
      case 'force_refresh':
        // Both room and hub report this, but one refresh is enough. It is delayed at random, so that a venue's devices
        // do not all call at once.
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

  /** Ends a deleted event. Its room also reports the deletion, by closing the socket; the first report counts. */
  #deleted({ eventId }: Extract<EventListFrame, { type: 'event_deleted' }>): void {
    const room = this.#rooms.get(eventId);
    if (room) room.channel.end();
    else this.#listeners?.eventGone(eventId, this.#orphans?.giveUp(eventId) ?? 0);
  }

  #notify(): void {
    this.#pace.now();
  }

  #tellAll(): void {
    for (const subscriber of this.#subscribers) subscriber();
  }
}
