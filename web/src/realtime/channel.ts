import type { ErrorCode } from '../../../src/shared/errors';
import { CONNECT_TIMEOUT_MS } from '../../../src/shared/limits';
import { writeUpFrame } from '../../../src/shared/protocol/codec';
import type { Ack, DownFrame, Sync } from '../../../src/shared/protocol/down';
import { CLOSE, PROTOCOL_VERSION } from '../../../src/shared/protocol/version';
import type { Area } from '../../../src/shared/schemas/area';
import { assertNever } from '../../../src/shared/assert-never';
import type { LastKnown } from '../lib/last-known';
import { AreaCall } from './area-call';
import type { Cancel, Effects, Failure } from './effects';
import { Link } from './link';
import { createMemoryOutbox, type Outbox } from './outbox';
import { Poller } from './poller';
import {
  emptyRoom,
  heldAreas,
  reduceRoom,
  rememberedRoom,
  type RoomAction,
  type RoomState,
  shownAreas,
} from './reducer';
import { keepSameAreas } from './same-areas';
import type { Connection, EndReason, RoomSnapshot } from './snapshot';
import { groupLost, groupRefused, type UncountedTaps } from './uncounted-taps';

/** An acknowledged tap whose update did not come: ask for the whole state. The slowest broadcast comes within 1 s. */
const SETTLE_MS = 2_000;

const CLIENT_ID_TAKEN: ErrorCode = 'client_id_taken';

/** Frames that are about more than this room. */
export type NewsFrame = Extract<
  DownFrame,
  { type: 'event_created' | 'event_updated' | 'event_deleted' | 'events_changed' | 'force_refresh' }
>;

export interface ChannelListeners {
  changed(): void;
  news(frame: NewsFrame): void;
  refused(taps: UncountedTaps): void;
  /** The event is not there any more, or not for us. `lostTaps` were never delivered. */
  gone(lostTaps: number): void;
  sessionEnded(lostTaps: number): void;
}

/** One device's line to one event: what it shows, what it has not delivered yet, and how the two get through. */
export class RoomChannel {
  readonly eventId: string;
  readonly #effects: Effects;
  readonly #listeners: ChannelListeners;
  readonly #outbox: Outbox;
  readonly #link: Link;
  readonly #poller: Poller;
  readonly #areaCall: AreaCall;
  readonly #areaNames = new Map<string, string>();
  #state: RoomState = emptyRoom;
  #snapshot: RoomSnapshot | null = null;
  #connection: Connection = 'connecting';
  #shown: RoomSnapshot['areas'] = null;
  #syncedAt: number | null = null;
  #remembered = false;
  #loadFailed = false;
  #ended: EndReason | null = null;
  #joined = false;
  #polledSinceJoin = false;
  #closed = false;
  #cancelJoinTimeout: Cancel | null = null;
  #cancelSettle: Cancel | null = null;

  /** @param lastKnown of an earlier visit, shown as such until the room has spoken */
  constructor(eventId: string, effects: Effects, listeners: ChannelListeners, lastKnown: LastKnown | null = null) {
    this.eventId = eventId;
    if (lastKnown) {
      this.#state = rememberedRoom(lastKnown.areas);
      this.#syncedAt = lastKnown.syncedAt;
      this.#remembered = true;
      this.#remember(lastKnown.areas);
    }
    this.#effects = effects;
    this.#listeners = listeners;
    this.#outbox = createMemoryOutbox(effects.mintClientId());
    this.#link = new Link(`/api/events/${encodeURIComponent(eventId)}/socket?v=${PROTOCOL_VERSION}`, effects, {
      opened: () => this.#opened(),
      frame: (frame) => this.#frame(frame),
      works: () => this.#joined,
      lost: () => this.#lost(),
      ended: (code) => this.#endedWith(code),
      mayRetry: () => this.#areaCall.make(),
      exhausted: () => this.#poller.start(),
    });
    this.#poller = new Poller(eventId, effects, this.#outbox, {
      answered: ({ ack, sync }) => {
        this.#polledSinceJoin = true;
        this.#acked(ack);
        this.#synced(sync);
        this.#connected('connected');
        if (this.#outbox.size > 0) this.#poller.hurry();
      },
      listed: (areas) => {
        this.#listed(areas);
        this.#connected('connected');
      },
      failed: (failure) => this.#pollFailed(failure),
    });
    this.#areaCall = new AreaCall(eventId, effects, {
      listed: (areas) => this.#listed(areas),
      failed: (failure) => {
        if (failure === 'unauthenticated' || failure === 'gone') this.#over(failure);
        else this.#listFailed();
      },
    });
  }

  /** @param connectFrom epoch ms before which no socket opens */
  start(connectFrom = 0): void {
    this.#link.start(connectFrom);
    void this.#areaCall.make();
  }

  /** For good. Returns how many undelivered taps are lost with it. */
  close(): number {
    if (this.#closed) return 0;
    this.#closed = true;
    this.#hangUp();
    this.#areaCall.cancel();
    this.#changed();
    return this.#outbox.size;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** The undelivered taps that are lost with it once it is closed, by area. */
  get lost(): readonly UncountedTaps[] {
    return this.#closed ? groupLost(this.#outbox.areaIds, this.#areaNames) : [];
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
    if (!this.#closed) await this.#areaCall.make();
  }

  /** Does not wait for the next attempt. */
  retry(): void {
    if (this.#joined) return;
    this.#link.reopen();
    this.#poller.hurry();
  }

  /** For a later visit without a network; null while there is nothing new to keep, and once it is closed. */
  get lastKnown(): LastKnown | null {
    const areas = heldAreas(this.#state);
    if (this.#closed || this.#remembered || !areas || this.#syncedAt === null) return null;
    return { areas, syncedAt: (this.#joined ? this.#link.heardAt : null) ?? this.#syncedAt };
  }

  get snapshot(): RoomSnapshot {
    if (this.#snapshot) return this.#snapshot;
    this.#shown = keepSameAreas(this.#shown, shownAreas(this.#state));
    this.#snapshot = {
      areas: this.#shown,
      loadFailed: this.#loadFailed && this.#state.areas === null,
      connection: this.#connection,
      countingAllowed: this.#state.countingAllowed,
      subscriptionStatus: this.#state.subscriptionStatus,
      unsentTaps: this.#closed ? 0 : this.#outbox.size,
      oldestUnsent: `${this.#outbox.clientId} ${this.#outbox.firstSeq}`,
      ended: this.#ended,
      syncedAt: this.#syncedAt,
      remembered: this.#remembered,
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

  /** Polling goes on until the socket delivers: a proxy may accept it and then swallow every frame. */
  #opened(): void {
    this.#joined = false;
    this.#polledSinceJoin = false;
    this.#cancelJoinTimeout = this.#effects.after(CONNECT_TIMEOUT_MS, () => this.#link.fail());
    this.#link.send(writeUpFrame({ type: 'join_event', eventId: this.eventId, clientId: this.#outbox.clientId }));
  }

  #lost(): void {
    this.#cancelJoinTimeout?.();
    this.#cancelSettle?.();
    this.#cancelSettle = null;
    if (this.#joined) this.#syncedAt = this.#link.heardAt;
    this.#joined = false;
    this.#outbox.rewind();
    if (!this.#poller.running) this.#connected('disconnected');
  }

  /** No transport is left. */
  #hangUp(): void {
    this.#link.stop();
    this.#poller.stop();
    this.#lost();
  }

  #endedWith(code: number): void {
    if (code === CLOSE.sessionEnded) this.#over('unauthenticated');
    else if (code === CLOSE.eventDeleted) this.#over('gone');
    else if (code === CLOSE.reloadNeeded) this.#end('reload_needed');
    else this.#end(code === CLOSE.replaced ? 'replaced' : 'refused');
  }

  #end(reason: EndReason): void {
    this.#hangUp();
    this.#ended = reason;
    this.#changed();
  }

  #over(failure: 'unauthenticated' | 'gone'): void {
    if (this.#closed) return;
    const lostTaps = this.close();
    if (failure === 'gone') this.#listeners.gone(lostTaps);
    else this.#listeners.sessionEnded(lostTaps);
  }

  #pollFailed(failure: Failure): void {
    switch (failure) {
      case 'unauthenticated':
      case 'gone':
        this.#over(failure);
        return;
      case 'client_id_taken':
        this.#leaveClientId();
        return;
      case 'refused':
        this.#end('refused');
        return;
      case 'later':
        this.#connected('disconnected');
        return;
      default:
        assertNever(failure);
    }
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
        this.#socketSynced(frame);
        return;
      case 'ack':
        this.#link.proved();
        this.#acked(frame);
        this.#pump();
        return;
      case 'occupancy_updated':
        if (frame.eventId === this.eventId) this.#apply({ type: 'counted', areas: frame.areas });
        return;
      case 'areas_changed':
        this.#areaCall.makeSoon();
        return;
      case 'event_created':
      case 'event_updated':
      case 'event_deleted':
      case 'events_changed':
      case 'force_refresh':
        this.#listeners.news(frame);
        return;
      case 'error':
        // For the others, the close that follows says what to do.
        if (frame.code === CLIENT_ID_TAKEN) this.#leaveClientId();
        return;
      default:
        assertNever(frame);
    }
  }

  #acked(ack: Ack): void {
    const taps = this.#outbox.acknowledge(ack.seq);
    for (const refused of groupRefused(ack, taps, this.#areaNames)) this.#listeners.refused(refused);
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

  /** The first sync shows that frames get through: from here on the socket speaks for this device. */
  #socketSynced(sync: Sync): void {
    if (sync.eventId !== this.eventId) return;
    this.#poller.stop();
    if (!this.#joined) this.#outbox.rewind();
    if (this.#polledSinceJoin) {
      // This sync may be older than the answer heard meanwhile, and look like a room that has forgotten this client.
      this.#polledSinceJoin = false;
      this.#link.send(writeUpFrame({ type: 'request_sync' }));
      return;
    }
    this.#cancelJoinTimeout?.();
    if (!this.#synced(sync)) return;
    this.#joined = true;
    this.#connected('connected');
    this.#pump();
  }

  /** False when the room does not know what this client had delivered: then it starts again under another id. */
  #synced(sync: Sync): boolean {
    this.#areaCall.cancel();
    const newHistory = this.#state.epoch !== null && this.#state.epoch !== sync.epoch;
    if (!newHistory) this.#outbox.settle(sync.lastSeq);
    this.#loadFailed = false;
    this.#heardAll();
    this.#remember(sync.areas);
    this.#apply({ type: 'synced', sync });
    if (!newHistory && this.#outbox.firstSeq <= sync.lastSeq + 1) return true;
    this.#renumber();
    if (this.#link.isOpen) this.#link.reopen();
    return false;
  }

  /** It is someone else's. The next attempt comes in its own time: were it to come at once, it could do so for ever. */
  #leaveClientId(): void {
    this.#renumber();
    if (this.#link.isOpen) this.#link.fail();
  }

  /** What is left goes under a new client id, from 1. */
  #renumber(): void {
    this.#outbox.restart(this.#effects.mintClientId());
    this.#apply({ type: 'renumbered' });
  }

  #listed(areas: readonly Area[]): void {
    this.#loadFailed = false;
    // Areas with unsent taps keep the numbers held: as long as these are an earlier visit's, all are taken for old.
    if (!this.#remembered || this.#outbox.size === 0) this.#heardAll();
    this.#remember(areas);
    this.#apply({ type: 'listed', areas });
  }

  #heardAll(): void {
    this.#syncedAt = this.#effects.now();
    this.#remembered = false;
  }

  #remember(areas: readonly Area[]): void {
    for (const { areaId, areaName } of areas) this.#areaNames.set(areaId, areaName);
  }

  #listFailed(): void {
    this.#loadFailed = true;
    this.#changed();
  }
}
