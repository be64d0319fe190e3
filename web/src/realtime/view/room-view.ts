import type { Sync } from '../../../../src/shared/protocol/down';
import { isSideArea } from '../../../../src/shared/evacuation/side-areas';
import type { Evacuation } from '../../../../src/shared/evacuation/schemas';
import type { ToldOrder } from '../../../../src/shared/orders/schemas';
import { type Alert, type AlertList, openAlerts } from '../../../../src/shared/schemas/alert';
import type { Area, AreaList } from '../../../../src/shared/schemas/area';
import type { LastKnown } from '../../session/last-known';
import type { Failure } from '../effects';
import type { QueuedTap } from '../outbox/queued-tap';
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
import { type ConfirmedOrders, NO_ALERTS, NO_ORDERS, NO_SIDE_AREAS, type RoomSnapshot } from './snapshot';
import type { AreaNames } from '../outbox/uncounted-taps';

/** Holds what a channel has learned about its room, and how old that is. */
export class RoomView {
  readonly #now: () => number;
  readonly #changed: (by?: RoomAction['type']) => void;
  readonly #areaNames = new Map<string, string>();
  #state: RoomState = emptyRoom;
  #shown: RoomSnapshot['areas'] = null;
  #shownSides = NO_SIDE_AREAS;
  #evacuation: Evacuation | null = null;
  #alerts = NO_ALERTS;
  #orders = NO_ORDERS;
  #confirmed: ConfirmedOrders | null = null;
  #syncedAt: number | null = null;
  #remembered = false;
  #loadFailure: Failure | null = null;

  /**
   * @param now returns epoch ms
   * @param changed called after each change, except after {@link heardLastAt}
   * @param lastKnown the state that an earlier visit has kept; it is shown as old until the room answers
   */
  constructor(now: () => number, changed: (by?: RoomAction['type']) => void, lastKnown: LastKnown | null) {
    this.#now = now;
    this.#changed = changed;
    // An empty list is shown only after the room has confirmed it.
    if (!lastKnown || lastKnown.areas.length === 0) return;
    this.#evacuation = lastKnown.evacuation ?? null;
    this.#state = rememberedRoom(this.#withSides(lastKnown.areas));
    this.#alerts = openAlerts(lastKnown);
    this.#orders = lastKnown.orders ?? NO_ORDERS;
    this.#syncedAt = lastKnown.syncedAt;
    this.#remembered = true;
    this.#remember(lastKnown.areas);
  }

  get state(): RoomState {
    return this.#state;
  }

  get areaNames(): AreaNames {
    return this.#areaNames;
  }

  /** Whether the room has sent all areas. */
  get isComplete(): boolean {
    return this.#state.areas !== null && !this.#remembered;
  }

  get facts(): AlertList &
    Pick<
      RoomSnapshot,
      | 'areas'
      | 'orders'
      | 'confirmed'
      | 'evacuation'
      | 'sideAreas'
      | 'loadFailed'
      | 'countingAllowed'
      | 'subscriptionStatus'
      | 'syncedAt'
      | 'remembered'
    > {
    const all = shownAreas(this.#state);
    this.#shown = all && keepSameAreas(this.#shown, all.filter(isOfEvent));
    this.#shownSides = keepSameAreas(this.#shownSides, all?.filter(isSide) ?? NO_SIDE_AREAS);
    return {
      areas: this.#shown,
      ...this.#alerts,
      orders: this.#orders,
      confirmed: this.#confirmed,
      evacuation: this.#evacuation,
      sideAreas: this.#shownSides,
      loadFailed: this.#loadFailure !== null && (this.#state.areas === null || this.#isRememberedInVain),
      countingAllowed: this.#state.countingAllowed,
      subscriptionStatus: this.#state.subscriptionStatus,
      syncedAt: this.#syncedAt,
      remembered: this.#remembered,
    };
  }

  /**
   * Returns the state to keep for a later visit without a network; null while there is nothing new. `heardAt` is the
   * time of the connection's last message, epoch ms.
   */
  lastKnown(heardAt: number | null): LastKnown | null {
    const all = heldAreas(this.#state);
    if (this.#remembered || !all || this.#syncedAt === null) return null;
    const areas = all.filter(isOfEvent);
    const evacuation = this.#evacuation && { ...this.#evacuation, sideAreas: all.filter(isSide) };
    const alerts = JSON.stringify(this.#alerts) === JSON.stringify(NO_ALERTS) ? {} : this.#alerts;
    const orders = this.#orders.length > 0 ? { orders: this.#orders } : {};
    const syncedAt = heardAt ?? this.#syncedAt;
    return { areas, syncedAt, ...alerts, ...orders, ...(evacuation && { evacuation }) };
  }

  apply(action: RoomAction): void {
    this.#state = reduceRoom(this.#state, action);
    this.#changed(action.type);
  }

  /** Applies a sync. `taps` are this page's taps up to the sync's lastSeq. */
  synced(taps: readonly QueuedTap[], sync: Sync): void {
    this.#loadFailure = null;
    this.#heardAll();
    this.#remember(sync.areas);
    this.#keepAlerts(openAlerts(sync));
    this.#keepOrders(sync.orders ?? NO_ORDERS);
    this.#confirmed = sync.confirmedOrders ? { orderIds: sync.confirmedOrders, at: this.#now() } : null;
    this.#keepEvacuation(sync.evacuation ?? null);
    this.apply({ type: 'synced', taps, sync: { ...sync, areas: this.#withSides(sync.areas) } });
  }

  /** Replaces all open alerts. */
  showAlerts(alerts: AlertList): void {
    this.#keepAlerts(alerts);
    this.#changed();
  }

  /** Replaces all orders in force. */
  showOrders(orders: readonly ToldOrder[]): void {
    this.#keepOrders(orders);
    this.#changed();
  }

  /** Replaces the evacuation or drill that runs; null for none. */
  showEvacuation(evacuation: Evacuation | null): void {
    this.#keepEvacuation(evacuation);
    if (this.#state.areas === null) this.#changed();
    else this.apply({ type: 'listed', areas: this.#withSides(this.#state.areas.filter(isOfEvent)) });
  }

  /**
   * Applies a call's answer about one alert, which may arrive after a newer message from the room. So it changes only
   * this alert: `seen` is its new state, or undefined if the alert is over.
   */
  acknowledged(alertId: string, seen: Alert | undefined): void {
    const alerts = this.#alerts.alerts.flatMap((alert) => (alert.alertId === alertId ? (seen ?? []) : alert));
    this.showAlerts({ ...this.#alerts, alerts });
  }

  /** Applies a list of areas. The caller leaves out `countingAllowed` if it may have newer information. */
  listed({ areas, orders, evacuation, countingAllowed, subscriptionStatus = null, ...rest }: AreaList): void {
    this.#loadFailure = null;
    // Areas with unsent taps keep their counts. While these come from an earlier visit, all areas still count as old.
    if (!this.#remembered || this.#state.own.size === 0) this.#heardAll();
    this.#remember(areas);
    if (rest.alerts) this.#keepAlerts(openAlerts(rest));
    if (orders) this.#keepOrders(orders);
    this.#keepEvacuation(evacuation ?? null);
    const lock = countingAllowed === undefined ? {} : { lock: { countingAllowed, subscriptionStatus } };
    this.apply({ type: 'listed', areas: this.#withSides(areas), ...lock });
  }

  listFailed(failure: Failure): void {
    this.#loadFailure = failure;
    this.#changed();
  }

  /** Notes when the ended connection's last message arrived, epoch ms. Until then the counts were right. */
  heardLastAt(at: number | null): void {
    this.#syncedAt = at;
  }

  /** Whether the server has answered without areas, which is shown beside the areas of an earlier visit. */
  get #isRememberedInVain(): boolean {
    return this.#remembered && this.#loadFailure !== 'unanswered';
  }

  #keepAlerts(alerts: AlertList): void {
    if (JSON.stringify(alerts) !== JSON.stringify(this.#alerts)) this.#alerts = alerts;
  }

  #keepOrders(orders: readonly ToldOrder[]): void {
    if (JSON.stringify(orders) !== JSON.stringify(this.#orders)) this.#orders = orders;
  }

  #keepEvacuation(evacuation: Evacuation | null): void {
    if (evacuation) this.#remember(evacuation.sideAreas);
    if (JSON.stringify(evacuation) !== JSON.stringify(this.#evacuation)) this.#evacuation = evacuation;
  }

  /** The event's areas with the side areas of the evacuation or drill that runs: they are counted in the same way. */
  #withSides(areas: readonly Area[]): Area[] {
    return [...areas, ...(this.#evacuation?.sideAreas ?? [])];
  }

  #heardAll(): void {
    // A held-back area may still have the value of an earlier visit. After the call's answer, all areas are read again.
    if (this.#remembered && this.#state.inDoubt.size > 0) return;
    this.#syncedAt = this.#now();
    this.#remembered = false;
  }

  #remember(areas: readonly Area[]): void {
    for (const { areaId, areaName } of areas) this.#areaNames.set(areaId, areaName);
  }
}

const isSide = ({ areaId }: Area): boolean => isSideArea(areaId);
const isOfEvent = (area: Area): boolean => !isSide(area);
