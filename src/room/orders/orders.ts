import type { AlarmJob } from '../../durable-object/alarm-scheduler';
import type { Follower, RoomCore, Signal } from '../core/room-core';
import { logError } from '../../observability/log';
import type { Actor, Principal } from '../../rpc/identity';
import { ok, refuse, type Result } from '../../rpc/result';
import { MINUTE_MS } from '../../shared/durations';
import { ORDERS_IN_FORCE_MAX } from '../../shared/orders/limits';
import { message } from '../../shared/messages/message';
import { serviceTexts } from '../../shared/messages/service-texts';
import type { OrderConfirmation } from '../../shared/protocol/up';
import { followedOrders, isFor } from '../../shared/rules/orders/in-force';
import { letsIn, type NewOrder, type Order, type OrderList } from '../../shared/orders/schemas';
import type { EndedOrder } from '../../shared/evacuation/schemas';
import { emergencyOf } from '../../shared/rules/emergency';
import { rulesOf } from '../../shared/rules/modes';
import { isoTime } from '../../time/iso-time';
import { CONFIRMATIONS_PER_ORDER_MAX } from './limits';
import { LENIENT_ORDERS_PER_MINUTE } from '../sockets/limits';
import type { PresentDevice } from '../live/device-day';
import type { JoinedClient } from '../storage/device-rows';
import type { DeviceTracker } from '../live/devices';
import type { Connections } from '../sockets/connections';
import { liveAreas, type RoomState, runningEvacuation } from '../state/room-state';
import type { JournalEntry } from '../state/journal-entry';
import { confirmedNews, type EndReason, endedNews, givenNews, unconfirmedNews } from './order-news';
import { aboutArea, isAdmin, isSame, journalOrder, keyOf, type OpenOrder, orderOf, stillAsked } from './open-order';
import type { StoredOrder } from '../storage/order-rows';
import type { OrderTeller } from '../sockets/frames';
import { orderTeller } from './order-teller';

export interface OrdersDeps {
  connections: Connections;
  devices: DeviceTracker;
}

const NOT_FOUND: Result<never> = { ok: false, code: 'not_found' };
const ORDERS_TOO_FAST = message(serviceTexts, 'orders_too_fast', LENIENT_ORDERS_PER_MINUTE);

/**
 * The orders to doors: at most one in force for each target. Each change is one transaction with its journal entry. Taps
 * neither wait for orders nor are refused because of one. As an alarm job it tells of orders that a door has not confirmed.
 */
export class Orders implements AlarmJob, Follower {
  readonly name = 'unconfirmed orders';
  private readonly open: Map<string, OpenOrder>;

  constructor(
    private readonly core: RoomCore,
    private readonly deps: OrdersDeps,
  ) {
    const { orders } = core.store;
    const confirmations = orders.confirmations();
    this.open = new Map(
      orders.all().map((order) => {
        const own = confirmations.filter(({ orderId }) => orderId === order.orderId);
        return [order.orderId, { order, confirmations: own, doors: undefined }];
      }),
    );
  }

  private get list(): Order[] {
    return [...this.open.values()].map(orderOf);
  }

  /** Tells readers of the orders that are in force now. */
  get teller(): OrderTeller {
    return orderTeller(this.list, (reader) => this.deps.devices.addressed(reader));
  }

  /** The ids of the orders that the client's device has confirmed. */
  confirmedOn(clientId: string): string[] {
    if (this.open.size === 0) return [];
    const device = this.core.store.devices.of(clientId);
    if (device === undefined) return [];
    return [...this.open.values()]
      .filter(({ confirmations }) => confirmations.some((made) => keyOf(made) === keyOf(device)))
      .map(({ order }) => order.orderId);
  }

  /**
   * Gives an order. It replaces the one in force for the same target. Only an order that lets people in is refused for its
   * number: too_fast, or limit_reached.
   */
  give({ kind, target, note = null, clientId }: NewOrder, actor: Actor): Result<OrderList> {
    const state = this.core.flushedState();
    const present = this.present();
    if (letsIn(kind) && !rulesOf(runningEvacuation(state)).mayLetIn)
      return refuse('limit_reached', message(serviceTexts, 'evacuation_lets_nobody_in'));
    if (target.type === 'area' && state.areas.get(target.areaId)?.deletedAt !== null)
      return { ok: false, code: 'unknown_area' };
    if (target.type === 'device' && !present.some((device) => isFor(target, device))) return NOT_FOUND;
    const replaced = [...this.open.values()].find(({ order }) => isSame(order.target, target));
    const givenAt = this.core.now();
    if (letsIn(kind)) {
      if (replaced === undefined && this.open.size >= ORDERS_IN_FORCE_MAX)
        return refuse('limit_reached', message(serviceTexts, 'too_many_orders', ORDERS_IN_FORCE_MAX));
      const retryAfterMs = this.deps.connections.allowances.lenientOrder(givenAt);
      if (retryAfterMs > 0) return { ...refuse('too_fast', ORDERS_TOO_FAST), retryAfterMs };
    }
    const order: StoredOrder = {
      orderId: this.core.newId(),
      kind,
      target,
      note,
      givenAt,
      givenBy: clientId === undefined ? null : this.deps.devices.nameOf(clientId, actor),
      baselines:
        kind === 'one_in_one_out' ? liveAreas(state).map(({ areaId, ins, outs }) => ({ areaId, ins, outs })) : null,
      unconfirmedAt: null,
    };
    const given = { order, confirmations: [], doors: kind === 'one_in_one_out' ? [] : undefined };
    const after = journalOrder(given, present);
    const entry: JournalEntry = {
      actor,
      kind: 'order_given',
      ...aboutArea(target),
      ...(replaced !== undefined && { before: journalOrder(replaced, present) }),
      after,
      ...(note !== null && { note }),
    };
    const { store } = this.core;
    store.addToJournal([entry], givenAt, () => {
      if (replaced !== undefined) store.orders.remove(replaced.order.orderId);
      store.orders.put(order);
      store.news.add(givenNews(state, order, after, replaced?.order.orderId ?? null));
    });
    if (replaced !== undefined) this.open.delete(replaced.order.orderId);
    this.open.set(order.orderId, given);
    this.core.wakeBy(givenAt + this.patienceMs);
    this.listChanged();
    return this.read();
  }

  end(orderId: string, actor: Actor): Result<OrderList> {
    const ended = this.open.get(orderId);
    if (ended === undefined) return NOT_FOUND;
    this.remove([ended], actor, 'ended');
    return this.read();
  }

  /**
   * Notes that the order was read at this client's device. A second confirmation of the device changes nothing. An order
   * that has ended meanwhile needs none (not_found).
   */
  confirm(
    orderId: string,
    principal: Principal,
    { clientId, ...about }: OrderConfirmation,
    sessionId: string,
  ): Result<null> {
    const { store } = this.core;
    const { devices, connections } = this.deps;
    const now = this.core.now();
    const waitMs = connections.allowances.frame(sessionId, now);
    if (waitMs > 0) return { ok: false, code: 'too_fast', retryAfterMs: waitMs };
    const owner = this.core.client(clientId)?.principal;
    if (owner !== undefined && owner !== principal) return { ok: false, code: 'client_id_taken' };
    const open = this.open.get(orderId);
    if (open === undefined) return NOT_FOUND;
    const joined = store.devices.of(clientId);
    if (
      joined === undefined &&
      about.deviceId !== undefined &&
      this.isHeldByOther(about.deviceId, principal, sessionId)
    )
      return { ok: false, code: 'client_id_taken' };
    if (joined === undefined && owner === undefined) {
      const newClientWaitMs = connections.allowances.newClient(sessionId, now);
      if (newClientWaitMs > 0) return { ok: false, code: 'too_fast', retryAfterMs: newClientWaitMs };
    }
    const { deviceId, name: deviceName } = joined ?? devices.polled(clientId, principal, about);
    const made = { orderId, deviceId, principal, deviceName, confirmedAt: now };
    if (open.confirmations.some((other) => keyOf(other) === keyOf(made))) return ok(null);
    if (open.confirmations.length >= CONFIRMATIONS_PER_ORDER_MAX) return { ok: false, code: 'limit_reached' };
    const entry: JournalEntry = {
      actor: principal,
      kind: 'order_confirmed',
      ...aboutArea(open.order.target),
      after: orderId,
      ...(deviceName !== null && { note: deviceName }),
    };
    const confirmed = { ...open, confirmations: [...open.confirmations, made] };
    const present = this.present();
    const isByAll = stillAsked(confirmed, present, now).length === 0;
    store.addToJournal([entry], now, () => {
      store.orders.confirm(made);
      if (isByAll) store.news.add(confirmedNews(this.core.state, confirmed, journalOrder(confirmed, present), now));
    });
    this.open.set(orderId, confirmed);
    this.devicesChanged();
    if (isByAll) this.core.announceSoon();
    return ok(null);
  }

  /** The orders in force with who has confirmed them and who has not, newest first. */
  read(): Result<OrderList> {
    const now = this.core.now();
    const present = this.open.size === 0 ? [] : this.present();
    const orders = [...this.open.values()].toReversed().map((open) => ({
      ...orderOf(open),
      confirmations: open.confirmations.map((made) => ({
        deviceId: made.deviceId,
        deviceName: made.deviceName,
        isAdmin: isAdmin(made),
        at: isoTime(made.confirmedAt),
      })),
      waiting: stillAsked(open, present, now)
        .toSorted((a, b) => Number(b.isOnline) - Number(a.isOnline) || (a.name ?? '').localeCompare(b.name ?? ''))
        .map((device) => ({
          deviceId: device.deviceId,
          deviceName: device.name,
          isAdmin: isAdmin(device),
          isOnline: device.isOnline,
          since: isoTime(Math.max(device.since, open.order.givenAt)),
        })),
    }));
    return ok({ readAt: isoTime(now), orders });
  }

  /** The orders in force that let people in, as they can be given again. */
  get thatLetIn(): EndedOrder[] {
    const all = [...this.open.values()].filter(({ order: { kind } }) => letsIn(kind));
    return all.map(({ order: { kind, target, note } }) => ({ kind, target, note }));
  }

  changed(_before: RoomState | undefined, after: RoomState): void {
    this.endImpossible(after);
  }

  signaled({ type }: Signal): void {
    if (type === 'devices') this.devicesChanged();
  }

  /**
   * Ends the orders to areas that do not exist any more, and those that an evacuation does not allow (docs/product.md, O10).
   * Called after each change that is no tap.
   */
  private endImpossible(state: RoomState): void {
    const isGone = ({ order: { target } }: OpenOrder): boolean =>
      target.type === 'area' && state.areas.get(target.areaId)?.deletedAt !== null;
    const { mayLetIn } = rulesOf(runningEvacuation(state));
    const gone = [...this.open.values()].filter(isGone);
    const unsafe = [...this.open.values()].filter((open) => !mayLetIn && letsIn(open.order.kind) && !isGone(open));
    try {
      if (gone.length > 0) this.remove(gone, 'system', 'area_deleted');
      if (unsafe.length > 0) this.remove(unsafe, 'system', 'evacuation_started');
    } catch (error) {
      logError('room.orders', error, {});
    }
  }

  /** Called when the room starts: it may have stopped before it ended an order, and devices may have gone. */
  woke(state: RoomState): void {
    this.endImpossible(state);
    this.devicesChanged();
  }

  /** When the next order is due to be told as unconfirmed (epoch ms); undefined if none will be. */
  dueAt(): number | undefined {
    if (this.core.openState === undefined) return undefined;
    const times = [...this.open.values()]
      .filter(({ order }) => order.unconfirmedAt === null)
      .map(({ order }) => order.givenAt + this.patienceMs);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /** Tells recipients once of each order that a door has not confirmed for the event's minutes (docs/product.md, N11). */
  async run(): Promise<void> {
    if (this.core.openState === undefined) return;
    const now = this.core.now();
    const present = this.present();
    for (const [orderId, open] of this.open) {
      const { order } = open;
      if (order.unconfirmedAt !== null || order.givenAt + this.patienceMs > now) continue;
      const waiting = stillAsked(open, present, now).length;
      const noted = { ...order, unconfirmedAt: now };
      const about = { minutes: this.patienceMs / MINUTE_MS, waiting };
      this.core.store.addToJournal([], now, () => {
        this.core.store.orders.noteUnconfirmed(orderId, now);
        if (waiting > 0)
          this.core.store.news.add(unconfirmedNews(this.core.state, order, journalOrder(open, present), about));
      });
      this.open.set(orderId, { ...open, order: noted });
      if (waiting > 0) this.core.announceSoon();
    }
  }

  private get patienceMs(): number {
    return emergencyOf(this.core.state.event.event).unconfirmedMinutes * MINUTE_MS;
  }

  /** Works out again which devices share what may come in. Called when a device or an order has come or gone. */
  private devicesChanged(): void {
    let isChanged = false;
    for (const [orderId, open] of this.open) {
      if (open.order.kind !== 'one_in_one_out') continue;
      const doors = this.doorsOf(open);
      isChanged ||= doors.join() !== open.doors?.join();
      this.open.set(orderId, { ...open, doors });
    }
    if (isChanged) this.core.signal({ type: 'orders' });
  }

  /**
   * The devices that have confirmed the order, follow it, are connected and count entries, in the order of their
   * confirmations.
   */
  private doorsOf({ order, confirmations }: OpenOrder): string[] {
    const { store } = this.core;
    const { connections } = this.deps;
    if (confirmations.length === 0) return [];
    const clients = store.devices.ofDevices(confirmations.map(({ deviceId }) => deviceId));
    const orders = this.list;
    const all = liveAreas(this.core.state).map(({ areaId }) => areaId);
    const follows = (client: JoinedClient): boolean => {
      const own = orders.filter(({ target }) => isFor(target, client));
      const followed = followedOrders(own, client.areaId === null ? all : [client.areaId]);
      return followed.some(({ orderId }) => orderId === order.orderId);
    };
    const taking = new Set(
      clients
        .filter((client) => {
          const connection = connections.withClientId(client.clientId);
          return connection?.mayCount === true && client.direction !== 'out' && follows(client);
        })
        .map(keyOf),
    );
    return [...new Set(confirmations.filter((made) => taking.has(keyOf(made))).map(({ deviceId }) => deviceId))];
  }

  /** Whether another session is connected with this device: nobody confirms an order for another door. */
  private isHeldByOther(deviceId: string, principal: Principal, sessionId: string): boolean {
    const { store } = this.core;
    const { connections } = this.deps;
    return store.devices.ofDevices([deviceId]).some(({ clientId }) => {
      const holder = connections.withClientId(clientId);
      return holder?.principal === principal && holder.sessionId !== sessionId;
    });
  }

  private remove(ended: readonly OpenOrder[], actor: Actor, reason: EndReason): void {
    const present = this.present();
    const { store } = this.core;
    const at = this.core.now();
    const all = ended.map((open) => ({ ...open, before: journalOrder(open, present) }));
    const entries = all.map(({ order, before }) => ({
      actor,
      kind: 'order_ended' as const,
      ...aboutArea(order.target),
      before,
      ...(reason === 'evacuation_started' && { after: reason }),
    }));
    store.addToJournal(entries, at, () => {
      for (const { order, confirmations, before } of all) {
        store.orders.remove(order.orderId);
        const about = { reason, confirmed: confirmations.length, at } as const;
        store.news.add(endedNews(this.core.state, order, before, about));
      }
    });
    for (const { order } of ended) this.open.delete(order.orderId);
    this.listChanged();
  }

  /** Other devices may share what may come in, because they follow another order now. */
  private listChanged(): void {
    this.devicesChanged();
    this.core.signal({ type: 'orders' });
    this.core.announceSoon();
  }

  private present(): PresentDevice[] {
    return this.deps.devices.present(this.core.businessDayOf(this.core.now()));
  }
}
