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

type Ranked = Pick<Order, 'kind' | 'givenAt'>;

/**
 * Sorts the orders so that the newest one is first, because an older order must not overrule it. Of two that were given in
 * the same millisecond, the stricter one counts.
 */
const byRank = (a: Ranked, b: Ranked): number =>
  Date.parse(b.givenAt) - Date.parse(a.givenAt) || ORDER_KINDS.indexOf(a.kind) - ORDER_KINDS.indexOf(b.kind);

/** Returns the orders for this device, the one that counts first. */
export const ordersFor = (orders: readonly Order[], device: AddressedDevice): Order[] =>
  orders.filter(({ target }) => isFor(target, device)).toSorted(byRank);

/**
 * Returns the orders that this device follows in the given areas, newest first: in each area the one that counts there,
 * and without areas the one that counts for the device. Others are overruled.
 * @param areaIds the areas whose pads the device shows
 */
export function followedOrders(
  orders: readonly Order[],
  { deviceId }: Pick<AddressedDevice, 'deviceId'>,
  areaIds: readonly string[],
): Order[] {
  const followed = new Set<Order>();
  for (const areaId of areaIds) {
    const [first] = ordersFor(orders, { deviceId, areaId });
    if (first !== undefined) followed.add(first);
  }
  if (areaIds.length === 0) {
    const [first] = ordersFor(orders, { deviceId, areaId: '' });
    if (first !== undefined) followed.add(first);
  }
  return [...followed].toSorted(byRank);
}
