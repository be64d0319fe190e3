import { DEVICE_QUIET_MS } from '../../shared/reports/limits';
import type { JournalOrder, Order, OrderTarget } from '../../shared/orders/schemas';
import { isFor } from '../../shared/rules/orders/in-force';
import { isoTime } from '../../time/iso-time';
import type { PresentDevice } from '../live/device-day';
import type { StoredConfirmation, StoredOrder } from '../storage/order-rows';

/** An order in force with its confirmations, in the order in which they were made. */
export interface OpenOrder {
  readonly order: StoredOrder;
  readonly confirmations: readonly StoredConfirmation[];
  /** The devices that share what may come in; undefined for orders of other kinds. */
  readonly doors: readonly string[] | undefined;
}

export const isAdmin = ({ principal }: { principal: string }): boolean => principal.startsWith('admin:');
/** Anybody can send any device id, so a device of an access-code user is never taken for an admin's device. */
export const keyOf = ({ deviceId, principal }: { deviceId: string; principal: string }): string =>
  `${principal} ${deviceId}`;

export const isSame = (a: OrderTarget, b: OrderTarget): boolean => JSON.stringify(a) === JSON.stringify(b);

export const aboutArea = (target: OrderTarget): { areaId?: string } =>
  target.type === 'area' ? { areaId: target.areaId } : {};

export function orderOf({ order: { givenAt, baselines, unconfirmedAt: _told, ...order }, doors }: OpenOrder): Order {
  return {
    ...order,
    givenAt: isoTime(givenAt),
    ...(baselines !== null && { baselines: [...baselines], doors: [...(doors ?? [])] }),
  };
}

/**
 * The devices that should confirm the order and have not. An admin's device is in the control room and not at a door,
 * unless the order is for this device.
 */
function waitingFor({ order: { target }, confirmations }: OpenOrder, present: readonly PresentDevice[]) {
  const confirmed = new Set(confirmations.map(keyOf));
  const isAsked = (device: PresentDevice): boolean =>
    isFor(target, device) && (target.type === 'device' || !isAdmin(device));
  return present.filter((device) => isAsked(device) && !confirmed.has(keyOf(device)));
}

/** The devices that the control room sees as waiting: those that are connected, or left less than an hour ago. */
export const stillAsked = (open: OpenOrder, present: readonly PresentDevice[], now: number): PresentDevice[] =>
  waitingFor(open, present).filter(({ isOnline, since }) => isOnline || since >= now - DEVICE_QUIET_MS);

export function journalOrder(open: OpenOrder, present: readonly PresentDevice[]): JournalOrder {
  const { orderId, kind, target } = open.order;
  const online = waitingFor(open, present).filter(({ isOnline }) => isOnline);
  const addressed = target.type === 'device' ? present.find((device) => isFor(target, device)) : undefined;
  return {
    orderId,
    kind,
    target,
    deviceName: addressed?.name ?? null,
    devices: open.confirmations.length + online.length,
  };
}
