import type { Ack, Sync } from '../../../src/shared/protocol/down';
import { PROTOCOL_VERSION } from '../../../src/shared/protocol/version';
import type { AreaList } from '../../../src/shared/schemas/area';
import type { LastKnown } from '../session/last-known';
import { AreaCall } from './socket/area-call';
import type { ChannelListeners } from './channel-listeners';
import { DeviceJoin } from './device-join';
import type { Effects, Failure } from './effects';
import { endOf, isFinalEnd, isTemporary, type FinalEnd } from './socket/final-close';
import { Link } from './socket/link';
import { Outbox } from './outbox/outbox';
import type { NewTap } from './outbox/queued-tap';
import type { OutboxHome } from './outbox/outbox-home';
import { Poller } from './socket/poller';
import { type FrameReceiver, receiveFrame } from './receive-frame';
import type { AdoptedAction, DetachedAction, RoomAction } from './view/reducer';
import { RoomView } from './view/room-view';
import type { Connection, EndReason, RoomSnapshot } from './view/snapshot';
import { SyncRequest } from './socket/sync-request';
import { TapPump } from './outbox/tap-pump';
import { UndoHistory } from './view/undo-history';
import { groupLost, groupRefused, NONE_UNSENT, type UnsentTaps } from './outbox/uncounted-taps';

/** One device's connection to one event: state, unsent taps, and the socket or polling that carries both. */
export class RoomChannel {
  readonly #effects: Effects;
  readonly #listeners: ChannelListeners;
  readonly #outbox: Outbox;
  readonly #undoHistory: UndoHistory;
  readonly #link: Link;
  readonly #poller: Poller;
  readonly #areaCall: AreaCall;
  readonly #deviceJoin: DeviceJoin;
  readonly #pump: TapPump;
  readonly #syncRequest: SyncRequest;
  readonly #view: RoomView;
  #snapshot: RoomSnapshot | null = null;
  #connection: Connection = 'connecting';
  #ended: EndReason | null = null;
  #joined = false;
  #polledSinceJoin = false;
  #closed = false;
  #left = Promise.resolve();

  /** @param lastKnown the state that an earlier visit has kept; it is shown as old until the room answers */
  constructor(
    readonly eventId: string,
    effects: Effects,
    listeners: ChannelListeners,
    home: OutboxHome,
    lastKnown: LastKnown | null = null,
  ) {
    const changed = (by?: RoomAction['type']) => this.#changed(by);
    this.#view = new RoomView(() => effects.now(), changed, lastKnown);
    this.#undoHistory = new UndoHistory(effects, changed);
    this.#effects = effects;
    this.#listeners = listeners;
    this.#outbox = Outbox.begin(home, eventId, effects.now(), {
      ready: () => this.sendNow(),
      dropped: (taps) => this.#view.apply({ type: 'dropped', taps }),
      renumbered: (newSeqOf, taps) => {
        this.#undoHistory.renumbered(newSeqOf);
        this.#view.apply({ type: 'detached', of: 'own', taps });
      },
    });
    this.#link = new Link(`/api/events/${encodeURIComponent(eventId)}/socket?v=${PROTOCOL_VERSION}&waits=1`, effects, {
      opened: () => this.#opened(),
      frame: (frame) => receiveFrame(frame, eventId, this.#receiver),
      works: () => this.#joined,
      late: () => this.#connection === 'connecting' && this.#connected('disconnected'),
      lost: () => this.#lost(),
      renewed: () => listeners.eventList({ type: 'force_refresh' }),
      ended: (code) => this.#end(endOf(code)),
      mayRetry: () => this.#areaCall.make(),
      exhausted: () => this.#poller.start(),
    });
    this.#deviceJoin = new DeviceJoin(eventId, effects, this.#outbox, this.#link);
    this.#pump = new TapPump(eventId, effects, this.#outbox, this.#link, () => this.#joined);
    this.#syncRequest = new SyncRequest(effects, {
      joined: () => this.#joined,
      send: (text) => this.#link.send(text),
      waits: () => this.#view.state.acked.length > 0,
    });
    this.#poller = new Poller(eventId, effects, this.#outbox, {
      answered: ({ ack, sync }) => {
        this.#polledSinceJoin = true;
        this.#acked(ack);
        this.#synced(sync);
        this.#connected('connected');
        if (this.#outbox.size > 0) this.#poller.pollNow();
      },
      listed: (list) => {
        this.#listed(list);
        this.#connected('connected');
        if (this.#link.waits && list.isOpened !== false) this.#link.reopen();
      },
      failed: (failure) => this.#pollFailed(failure),
      isUnopened: () => this.#link.waits,
      isWatched: listeners.isWatched,
    });
    this.#areaCall = new AreaCall(eventId, effects, this.#outbox, {
      listed: (list) => this.#listed(list),
      failed: (failure) => {
        if (isFinalEnd(failure)) this.#over(failure);
        else this.#view.listFailed(failure);
      },
    });
  }

  /** @param connectFrom epoch ms before which no socket opens */
  start(connectFrom = 0): void {
    this.#link.start(connectFrom);
    this.#deviceJoin.start();
    void this.#areaCall.make();
  }

  /** Closes the channel for good. Returns the undelivered taps. Another page delivers those that are stored. */
  close(): UnsentTaps {
    if (this.#closed) return NONE_UNSENT;
    this.#closed = true;
    this.#hangUp();
    this.#areaCall.cancel();
    this.#undoHistory.close();
    const lost = this.#outbox.volatile;
    const unsent = { kept: this.#outbox.size - lost.length, lost: lost.length };
    if (lost.length > 0) this.#listeners.uncounted(groupLost(lost, this.#view.areaNames));
    this.#left = this.#outbox.close();
    this.#changed();
    return unsent;
  }

  /** Resolves when another page can adopt the taps that this closed channel has left. */
  get handedOver(): Promise<void> {
    return this.#left;
  }

  /** Resolves when it is certain which of the channel's taps are stored on the device. */
  written(): Promise<void> {
    return this.#outbox.written();
  }

  get closed(): boolean {
    return this.#closed;
  }

  get clientId(): string {
    return this.#outbox.clientId;
  }

  /** How many of the channel's unsent taps would be lost if the page closed. */
  get volatileTaps(): number {
    return this.#closed ? 0 : this.#outbox.volatile.length;
  }

  /** The channel's view, for changes of the room that did not come through this connection. */
  get view(): Pick<RoomView, 'areaNames' | 'acknowledged'> {
    return this.#view;
  }

  /** Counts a tap and sends it. With `to`, people move: `areaId` changes by `change`, `to` by the opposite. */
  tap(areaId: string, change: number, to?: string, category?: string): void {
    this.#count({ areaId, change, to, at: this.#effects.now(), ...(category !== undefined && { category }) });
  }

  /** Undoes this page's newest tap that can be undone. Does nothing if there is none. */
  undo(): void {
    const undo = this.#undoHistory.take();
    if (undo) this.#count(undo);
    else this.#changed();
  }

  #count(tap: NewTap): void {
    if (this.#closed || this.#ended) return;
    const queued = this.#outbox.add(tap);
    this.#undoHistory.add(queued);
    this.#view.apply({ type: 'tapped', ...tap });
    this.sendNow();
  }

  /** Sends the taps that may be sent now. */
  sendNow(): void {
    if (this.#poller.running) this.#poller.pollNow();
    else this.#pump.pump();
  }

  /** Applies what happens to a closed tab's taps here. Then values that the call held back are requested. */
  adopted(action: AdoptedAction | DetachedAction): void {
    this.#view.apply(action);
    if (action.type === 'adopted' || action.type === 'sending' || action.type === 'detached') return;
    if (this.#joined) this.#syncRequest.make();
    else if (!this.#view.isComplete) void this.#areaCall.make();
  }

  /** Ends the channel because the event was deleted. */
  end(): void {
    this.#over('gone');
  }

  /** Reads the list of areas again. */
  async refresh(): Promise<void> {
    if (!this.#closed) await this.#areaCall.make();
  }

  /** Tries to connect at once instead of waiting for the next attempt. */
  retry(): void {
    if (this.#joined) return;
    this.#link.reopen();
    this.#poller.pollNow();
  }

  /** The state to keep for a later visit without a network. It is null if nothing is new, and after closing. */
  get lastKnown(): LastKnown | null {
    return this.#closed ? null : this.#view.lastKnown(this.#joined ? this.#link.heardAt : null);
  }

  get snapshot(): RoomSnapshot {
    if (this.#snapshot) return this.#snapshot;
    this.#snapshot = {
      ...this.#view.facts,
      connection: this.#connection,
      isOpened: !this.#link.waits,
      unsentTaps: this.#closed ? 0 : this.#outbox.size,
      oldestUnsent: `${this.#outbox.clientId} ${this.#outbox.firstSeq}`,
      undoable: this.#closed || this.#ended ? null : this.#undoHistory.next,
      ended: this.#ended,
    };
    return this.#snapshot;
  }

  #changed(by?: RoomAction['type']): void {
    this.#snapshot = null;
    this.#listeners.changed(by === 'counted');
  }

  #connected(connection: Connection): void {
    if (this.#connection === connection) return;
    this.#connection = connection;
    this.#changed();
  }

  /** Polling continues until the open socket delivers a frame: a proxy may open it and drop every frame. */
  #opened(): void {
    this.#joined = false;
    this.#polledSinceJoin = false;
    this.#deviceJoin.request.make();
  }

  #lost(): void {
    this.#deviceJoin.request.settled();
    this.#syncRequest.cancel();
    if (this.#joined) this.#view.heardLastAt(this.#link.heardAt);
    this.#joined = false;
    this.#outbox.rewind();
    if (!this.#poller.running && !this.#link.waits) this.#connected('disconnected');
  }

  /** Stops the socket and polling. */
  #hangUp(): void {
    this.#link.stop();
    this.#deviceJoin.stop();
    this.#pump.stop();
    this.#poller.stop();
    this.#lost();
  }

  #end(reason: FinalEnd | EndReason): void {
    if (isFinalEnd(reason)) {
      this.#over(reason);
      return;
    }
    this.#hangUp();
    this.#ended = reason;
    this.#changed();
  }

  #over(failure: FinalEnd): void {
    if (this.#closed) return;
    if (failure === 'unauthenticated') {
      this.#listeners.sessionEnded(this.close());
      return;
    }
    const lost = this.#outbox.acknowledge(Number.POSITIVE_INFINITY);
    const groups = groupLost(lost, this.#view.areaNames);
    this.#outbox.report(groups);
    this.close();
    this.#listeners.uncounted(groups);
    this.#listeners.gone(lost.length);
  }

  #pollFailed(failure: Failure): void {
    if (failure === 'client_id_taken') {
      this.#outbox.restart();
      if (this.#link.isOpen) this.#link.fail();
    } else if (isTemporary(failure)) {
      this.#connected('disconnected');
    } else {
      this.#end(failure);
    }
  }

  readonly #receiver: FrameReceiver = {
    eventList: (frame) => this.#listeners.eventList(frame),
    synced: (sync) => this.#socketSynced(sync),
    acked: (ack) => {
      this.#link.proved();
      this.#acked(ack);
      this.#pump.pump();
    },
    delayed: (afterMs) => {
      this.#link.proved();
      this.#pump.delay(afterMs);
    },
    counted: (areas) => this.#view.apply({ type: 'counted', areas }),
    showAlerts: (alerts) => this.#view.showAlerts(alerts),
    showOrders: (orders) => {
      this.#replaceAreaCall();
      this.#view.showOrders(orders);
    },
    showEvacuation: (evacuation) => {
      this.#replaceAreaCall();
      this.#view.showEvacuation(evacuation);
    },
    areasChanged: () => this.#areaCall.makeSoon(),
    clientIdTaken: () => void this.#clientIdTaken(),
  };

  /**
   * Asks for a sync instead of a list that is on its way: the list may be older than what the room has just said, and a
   * door would lose an order, or count a drill's exits for the day.
   */
  #replaceAreaCall(): void {
    if (!this.#areaCall.isRunning) return;
    this.#areaCall.cancel();
    this.#syncRequest.make();
  }

  /** Applies the answer of GET areas. While no socket works, it also has the newest event and lock. */
  #listed(list: AreaList): void {
    this.#view.listed(this.#joined ? { ...list, countingAllowed: undefined } : list);
    if (!this.#joined && list.event) this.#listeners.event(list.event);
  }

  #acked(ack: Ack): void {
    const taps = this.#outbox.acknowledge(ack.seq);
    const refused = groupRefused(ack, taps, this.#view.areaNames);
    this.#outbox.report(refused);
    this.#undoHistory.refused(ack);
    if (refused.length > 0) this.#listeners.uncounted(refused);
    const heldBack = this.#view.state.resent !== null;
    this.#view.apply({ type: 'acked', taps, ack });
    // Updates of the areas of resent taps were ignored until this ack, so the values are requested again.
    if (heldBack && !this.#view.state.resent && this.#joined) this.#syncRequest.make();
    this.#syncRequest.makeIfUnsettled();
  }

  /** The first sync proves that frames get through: from then on the socket replaces polling. */
  #socketSynced(sync: Sync): void {
    if (sync.eventId !== this.eventId) return;
    this.#poller.stop();
    if (!this.#joined) this.#outbox.rewind();
    if (this.#polledSinceJoin) {
      // A polling answer arrived after join_event. This sync may be older than that answer and lack this client's taps,
      // so another one is requested.
      this.#polledSinceJoin = false;
      this.#syncRequest.make();
      return;
    }
    this.#deviceJoin.request.settled();
    if (!this.#synced(sync)) return;
    if (!this.#joined) this.#view.apply({ type: 'resent', taps: this.#poller.maybeDelivered });
    this.#joined = true;
    this.#connected('connected');
    this.#pump.pump();
  }

  /** Applies a sync. Returns false if the room has lost acknowledged taps; unsent ones then get a new client id. */
  #synced(sync: Sync): boolean {
    this.#areaCall.cancel();
    const newHistory = this.#view.state.epoch !== null && this.#view.state.epoch !== sync.epoch;
    // This holds in another epoch, too: for a restored room, a seq of this client id still means the same tap.
    const taps = this.#outbox.settle(sync.lastSeq);
    this.#view.synced(taps, sync);
    if (sync.event) this.#listeners.event(sync.event);
    if (!newHistory && this.#outbox.firstSeq <= sync.lastSeq + 1) return true;
    this.#outbox.restart();
    if (this.#link.isOpen) this.#link.reopen();
    return false;
  }

  /** Handles a refused client id. The next attempt comes after the usual wait, so it cannot repeat at once. */
  async #clientIdTaken(): Promise<void> {
    this.#link.fail();
    const who = await this.#effects.verify();
    if (who.ok) this.#outbox.restart();
    else if (who.failure === 'unauthenticated') this.#over('unauthenticated');
  }
}
