import type { Reader } from '../../rpc/reader';
import type { Baseline, Order, Share, ToldOrder } from '../../shared/orders/schemas';
import { type AddressedDevice, countsInItsArea, isFor } from '../../shared/rules/orders/in-force';

/** Returns the orders in force as this reader is told of them. */
export type OrderTeller = (reader: Reader) => ToldOrder[];

/** An event's organizer and its API keys see all orders, and whom they address. */
const seesAll = ({ principal }: Reader): boolean => principal !== undefined && /^(admin|key):/.test(principal);

const isOneInOneOut = ({ kind }: Order): boolean => kind === 'one_in_one_out';

/**
 * Decides what each reader is told of these orders: a door gets those that are for it, and no other device's id
 * (docs/product.md, O3).
 * @param devicesOf the devices for which the reader asks
 */
export function orderTeller(
  orders: readonly Order[],
  devicesOf: (reader: Reader) => readonly AddressedDevice[],
): OrderTeller {
  const shares = sharesOf(orders);
  return (reader) => {
    if (orders.length === 0) return [];
    const devices = devicesOf(reader);
    return orders.flatMap((order) => {
      const isForYou = devices.some((device) => isFor(order.target, device));
      if (!isForYou && !seesAll(reader)) return [];
      const own = devices.find(({ deviceId }) => order.doors?.includes(deviceId));
      const share = own && shares(order, own.deviceId);
      const told = { ...order, isForYou, ...(share && { share }) };
      if (order.doors === undefined || seesAll(reader)) return told;
      return { ...told, doors: own && share ? withoutOthers(own.deviceId, share) : [] };
    });
  };
}

/**
 * The part of a door under an order. When several orders say "one in, one out", nobody who has left is let in for twice: an
 * area's order keeps what its doors may let in, and the rest is shared by all doors that follow an order for the whole
 * event or for themselves (docs/product.md, O7).
 */
function sharesOf(orders: readonly Order[]): (order: Order, deviceId: string) => Share {
  const alike = orders.filter(isOneInOneOut);
  const everywhere = [...new Set(alike.flatMap(({ target, doors = [] }) => (target.type === 'area' ? [] : doors)))];
  const kept = alike.filter((order) => countsInItsArea(order, orders)).flatMap(ownBaseline);
  return ({ target, doors = [] }, deviceId) =>
    target.type === 'area'
      ? { place: doors.indexOf(deviceId), doors: doors.length, kept: [] }
      : { place: everywhere.indexOf(deviceId), doors: everywhere.length, kept };
}

const ownBaseline = ({ target, baselines = [] }: Order): Baseline[] =>
  baselines.filter(({ areaId }) => target.type === 'area' && areaId === target.areaId);

/**
 * The list of doors for a device of protocol version 7, which looks for its own id in it. Where areas keep people, such a
 * device would let in too many: it gets no list, and shows no number.
 */
const withoutOthers = (deviceId: string, { place, doors, kept }: Share): string[] =>
  kept.length > 0 ? [] : Array.from({ length: doors }, (_, i) => (i === place ? deviceId : String(i)));
