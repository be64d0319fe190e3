import { CONNECT_TIMEOUT_MS } from '../../../src/shared/limits';
import { writeUpFrame } from '../../../src/shared/protocol/codec';
import type { Ack, DownFrame, Sync } from '../../../src/shared/protocol/down';
import { CLOSE, PROTOCOL_VERSION } from '../../../src/shared/protocol/version';
import type { SubscriptionStatus } from '../../../src/shared/rules/subscription';
import { assertNever } from '../../../src/shared/assert-never';
import type { Cancel, Effects, Failure } from './effects';
import { Link } from './link';
import { createMemoryOutbox, type Outbox, type QueuedTap } from './outbox';
import { Poller } from './poller';
import { emptyRoom, reduceRoom, type RoomAction, type RoomState, type ShownArea, shownAreas } from './reducer';

/** An acknowledged tap whose update did not come: ask for the whole state. The slowest broadcast comes within 1 s. */
const SETTLE_MS = 2_000;

/** `connecting` is only the very first attempt, before anything is known. */
export type Connection = 'connecting' | 'connected' | 'disconnected';
/** Closed for good by the room, with something for the person to do. */
export type EndReason = 'reload_needed' | 'replaced' | 'refused';

export interface RoomSnapshot {
  readonly areas: readonly ShownArea[] | null;
  /** No list yet, and the last attempt to get one failed. */
  readonly loadFailed: boolean;
  readonly connection: Connection;
  /** null before the room has said so. */
  readonly countingAllowed: boolean | null;
  readonly subscriptionStatus: SubscriptionStatus | null;
  /** Own taps that the room has not acknowledged. */
  readonly unsentTaps: number;
  readonly ended: EndReason | null;
}

/** Frames that are about more than this room. */
export type NewsFrame = Extract<
  DownFrame,
  { type: 'event_created' | 'event_updated' | 'event_deleted' | 'events_changed' | 'force_refresh' }
>;

/** Taps on one area that were refused for one reason. */
export interface RefusedTaps {
  readonly areaName: string | null;
  readonly code: string;
  readonly message: string;
  readonly taps: number;
}

export interface ChannelListeners {
  changed(): void;
  news(frame: NewsFrame): void;
  refused(taps: RefusedTaps): void;
  /** The event is not there any more, or not for us. */
  gone(): void;
  sessionEnded(): void;
}

/** One device's line to one event: what it shows, what it has not delivered yet, and how the two get through. */
export class RoomChannel {
  readonly eventId: string;
  readonly #effects: Effects;
  readonly #listeners: ChannelListeners;
  readonly #outbox: Outbox;
  readonly #link: Link;
  readonly #poller: Poller;
  #state: RoomState = emptyRoom;
  #snapshot: RoomSnapshot | null = null;
  #connection: Connection = 'connecting';
  #loadFailed = false;
  #ended: EndReason | null = null;
  #joined = false;
  #closed = false;
  #listCall: AbortController | null = null;
  #cancelJoinTimeout: Cancel | null = null;
  #cancelSettle: Cancel | null = null;

  constructor(eventId: string, effects: Effects, listeners: ChannelListeners) {
    this.eventId = eventId;
    this.#effects = effects;
    this.#listeners = listeners;
    this.#outbox = createMemoryOutbox(effects.mintClientId());
    this.#link = new Link(`/api/events/${encodeURIComponent(eventId)}/socket?v=${PROTOCOL_VERSION}`, effects, {
      opened: () => this.#opened(),
      frame: (frame) => this.#frame(frame),
      lost: () => this.#lost(),
      ended: (code) => this.#endedWith(code),
      mayRetry: () => this.#list(),
      exhausted: () => this.#poller.start(),
    });
    this.#poller = new Poller(eventId, effects, this.#outbox, {
      answered: ({ ack, sync }) => {
        this.#acked(ack);
        this.#synced(sync);
        this.#connected('connected');
        if (this.#outbox.size > 0) this.#poller.hurry();
      },
      listed: (areas) => {
        this.#apply({ type: 'listed', areas });
        this.#connected('connected');
      },
      failed: (failure) => {
        this.#connected('disconnected');
        this.#failed(failure);
      },
    });
  }

  /** @param connectFrom epoch ms before which no socket opens */
  start(connectFrom = 0): void {
    this.#link.start(connectFrom);
    void this.#list();
  }

  /** For good. Undelivered taps are lost with it. */
  close(): void {
    this.#closed = true;
    this.#link.stop();
    this.#poller.stop();
    this.#listCall?.abort();
    this.#cancelJoinTimeout?.();
    this.#cancelSettle?.();
    this.#joined = false;
    this.#connected('disconnected');
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Counts at once; the room hears of it as soon as it can. */
  tap(areaId: string, change: number): void {
    if (this.#closed || this.#ended) return;
    const { seq } = this.#outbox.add({ areaId, change, at: this.#effects.now() });
    this.#apply({ type: 'tapped', seq, areaId, change });
    if (this.#poller.running) this.#poller.hurry();
    else this.#pump();
  }

  /** Fetches the list of areas again. */
  async refresh(): Promise<void> {
    if (!this.#closed) await this.#list();
  }

  get snapshot(): RoomSnapshot {
    this.#snapshot ??= {
      areas: shownAreas(this.#state),
      loadFailed: this.#loadFailed && this.#state.areas === null,
      connection: this.#connection,
      countingAllowed: this.#state.countingAllowed,
      subscriptionStatus: this.#state.subscriptionStatus,
      unsentTaps: this.#outbox.size,
      ended: this.#ended,
    };
    return this.#snapshot;
  }

  #changed(): void {
    this.#snapshot = null;
    this.#listeners.changed();
  }

  #apply(action: RoomAction): void {
    this.#state = reduceRoom(this.#state, action);
    this.#changed();
  }

  #connected(connection: Connection): void {
    if (this.#connection === connection) return;
    this.#connection = connection;
    this.#changed();
  }

  #opened(): void {
    // From here on the socket speaks for this device: an answer of the poller still under way would be older.
    this.#poller.stop();
    this.#outbox.rewind();
    this.#joined = false;
    this.#cancelJoinTimeout = this.#effects.after(CONNECT_TIMEOUT_MS, () => this.#link.fail());
    this.#link.send(writeUpFrame({ type: 'join_event', eventId: this.eventId, clientId: this.#outbox.clientId }));
  }

  #lost(): void {
    this.#cancelJoinTimeout?.();
    this.#cancelSettle?.();
    this.#cancelSettle = null;
    this.#joined = false;
    this.#outbox.rewind();
    if (!this.#poller.running) this.#connected('disconnected');
  }

  #endedWith(code: number): void {
    this.#lost();
    this.#poller.stop();
    if (code === CLOSE.sessionEnded) this.#failed('unauthenticated');
    else if (code === CLOSE.eventDeleted) this.#failed('gone');
    else {
      this.#ended = code === CLOSE.reloadNeeded ? 'reload_needed' : code === CLOSE.replaced ? 'replaced' : 'refused';
      this.#changed();
    }
  }

  #failed(failure: Failure): void {
    if (failure === 'later' || this.#closed) return;
    this.close();
    if (failure === 'gone') this.#listeners.gone();
    else this.#listeners.sessionEnded();
  }

  #pump(): void {
    if (!this.#joined) return;
    const batch = this.#outbox.take();
    if (!batch) return;
    const { seq, taps } = batch;
    const sentAt = this.#effects.now();
    this.#link.send(writeUpFrame({ type: 'update_occupancy', eventId: this.eventId, seq, sentAt, taps: [...taps] }));
  }

  #frame(frame: DownFrame): void {
    switch (frame.type) {
      case 'sync':
        this.#synced(frame);
        return;
      case 'ack':
        this.#acked(frame);
        this.#pump();
        return;
      case 'occupancy_updated':
        if (frame.eventId === this.eventId) this.#apply({ type: 'counted', areas: frame.areas });
        return;
      case 'areas_changed':
        void this.#list();
        return;
      case 'event_created':
      case 'event_updated':
      case 'event_deleted':
      case 'events_changed':
      case 'force_refresh':
        this.#listeners.news(frame);
        return;
      case 'error':
        // The close that follows it says what to do.
        return;
      default:
        assertNever(frame);
    }
  }

  #acked(ack: Ack): void {
    const taps = this.#outbox.acknowledge(ack.seq);
    this.#reportRefused(ack, taps);
    this.#apply({ type: 'acked', ack });
    if (this.#state.taps.some((tap) => tap.ackedVersion !== null)) this.#armSettle();
  }

  #armSettle(): void {
    this.#cancelSettle ??= this.#effects.after(SETTLE_MS, () => {
      this.#cancelSettle = null;
      const waiting = this.#state.taps.some((tap) => tap.ackedVersion !== null);
      if (waiting && this.#joined) this.#link.send(writeUpFrame({ type: 'request_sync' }));
    });
  }

  #reportRefused({ rejected = [] }: Ack, taps: readonly QueuedTap[]): void {
    const groups = new Map<string, RefusedTaps>();
    for (const { seq, code, message } of rejected) {
      const areaId = taps.find((tap) => tap.seq === seq)?.areaId ?? null;
      const areaName = this.#state.areas?.find((area) => area.areaId === areaId)?.areaName ?? null;
      const key = `${code} ${areaId}`;
      groups.set(key, { areaName, code, message, taps: (groups.get(key)?.taps ?? 0) + 1 });
    }
    for (const group of groups.values()) this.#listeners.refused(group);
  }

  #synced(sync: Sync): void {
    if (sync.eventId !== this.eventId) return;
    this.#listCall?.abort();
    this.#cancelJoinTimeout?.();
    const newHistory = this.#state.epoch !== null && this.#state.epoch !== sync.epoch;
    if (!newHistory) this.#outbox.settle(sync.lastSeq);
    this.#loadFailed = false;
    this.#apply({ type: 'synced', sync });
    if (newHistory || this.#outbox.firstSeq > sync.lastSeq + 1) {
      this.#restart();
      return;
    }
    if (this.#poller.running) return;
    this.#joined = true;
    this.#connected('connected');
    this.#pump();
  }

  /** The room does not know what this client had delivered: what is left goes under a new client id, on a new socket. */
  #restart(): void {
    this.#outbox.restart(this.#effects.mintClientId());
    this.#apply({ type: 'renumbered' });
    if (!this.#poller.running) this.#link.reopen();
  }

  /** GET areas. True when it makes sense to go on trying. A newer call or a sync makes the answer worthless. */
  async #list(): Promise<boolean> {
    this.#listCall?.abort();
    const call = new AbortController();
    this.#listCall = call;
    const cancelTimeout = this.#effects.after(CONNECT_TIMEOUT_MS, () => call.abort());
    const outcome = await this.#effects.fetchAreas(this.eventId, call.signal);
    cancelTimeout();
    if (this.#closed) return false;
    if (!outcome.ok) {
      this.#failed(outcome.failure);
      if (outcome.failure === 'later' && this.#listCall === call) this.#listFailed();
      return outcome.failure === 'later';
    }
    if (this.#listCall === call && !call.signal.aborted) {
      this.#loadFailed = false;
      this.#apply({ type: 'listed', areas: outcome.value });
    }
    return true;
  }

  #listFailed(): void {
    this.#loadFailed = true;
    this.#changed();
  }
}
