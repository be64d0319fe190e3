import { type Order, ORDER_KINDS, type OrderTarget } from '../../orders/schemas';

/** A device as orders address it. */
export interface AddressedDevice {
  readonly deviceId: string;
  /** The area in which it counts; null for all areas. */
  readonly areaId: string | null;
}

/** Whether the order is for this device. A device that counts in all areas gets the orders of each of them. */
export function isFor(target: OrderTarget, { deviceId, areaId }: AddressedDevice): boolean {
  if (target.type === 'area') return areaId === null || areaId === target.areaId;
  return target.type === 'event' || target.deviceId === deviceId;
}

type Ranked = Pick<Order, 'kind' | 'givenAt' | 'target'>;

/**
 * Sorts the orders so that the newest one is first, because an older order must not overrule it. Of two that were given in
 * the same millisecond, the stricter one counts.
 */
const byRank = (a: Ranked, b: Ranked): number =>
  Date.parse(b.givenAt) - Date.parse(a.givenAt) || ORDER_KINDS.indexOf(a.kind) - ORDER_KINDS.indexOf(b.kind);

/** The one of these orders that counts in an area. */
function countsIn<T extends Ranked>(orders: readonly T[], areaId: string | null): T | undefined {
  const own = orders.filter(({ target }) => target.type !== 'area' || target.areaId === areaId);
  return own.toSorted(byRank)[0];
}

/**
 * Returns the orders that a device follows in the given areas, newest first: in each area the one that counts there,
 * and without areas the one that counts for the device. Others are overruled.
 * @param orders those that are for the device; those to areas in which it does not count change nothing
 * @param areaIds the areas whose pads the device shows
 */
export function followedOrders<T extends Ranked>(orders: readonly T[], areaIds: readonly string[]): T[] {
  const places = areaIds.length === 0 ? [null] : areaIds;
  const followed = new Set(places.flatMap((areaId) => countsIn(orders, areaId) ?? []));
  return [...followed].toSorted(byRank);
}

/** Whether an order counts in the area that it addresses. An order to one device does not change what counts in an area. */
export const countsInItsArea = <T extends Ranked>(order: T, orders: readonly T[]): boolean =>
  order.target.type === 'area' &&
  countsIn(
    orders.filter(({ target }) => target.type !== 'device'),
    order.target.areaId,
  ) === order;
