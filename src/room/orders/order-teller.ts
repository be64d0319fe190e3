import type { OrderTeller } from '../sockets/frames';
import type { Reader } from '../../rpc/reader';
import type { Baseline, Order, Share } from '../../shared/orders/schemas';
import { type AddressedDevice, countsInItsArea, isFor } from '../../shared/rules/orders/in-force';

/** An event's organizer and its API keys see all orders, and whom they address. */
const seesAll = ({ principal }: Reader): boolean => principal !== undefined && /^(admin|key):/.test(principal);

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
      const shared = shares.get(order);
      if (shared === undefined) return { ...order, isForYou };
      const own = devices.find(({ deviceId }) => shared.places.has(deviceId));
      const place = shared.places.get(own?.deviceId ?? '');
      const { count, kept } = shared;
      const known = { ...order, isForYou, ...(place !== undefined && { share: { place, doors: count, kept } }) };
      if (seesAll(reader)) return known;
      const { doors: _doors, ...withoutIds } = known;
      return withoutIds;
    });
  };
}

/** How doors share what may come in under an order. */
interface Sharing extends Pick<Share, 'kept'> {
  /** The place of each door that follows the order, among all that share with it. */
  readonly places: ReadonlyMap<string, number>;
  readonly count: number;
}

/**
 * When several orders say "one in, one out", nobody who has left is let in for twice: an area's order keeps what its doors
 * may let in, and the rest is shared by all doors that follow an order for the whole event or for themselves
 * (docs/product.md, O7).
 */
function sharesOf(orders: readonly Order[]): ReadonlyMap<Order, Sharing> {
  const alike = orders.filter(({ kind }) => kind === 'one_in_one_out');
  const everywhere = new Set(alike.flatMap(({ target, doors = [] }) => (target.type === 'area' ? [] : doors)));
  const keptByAreas = alike.filter((order) => countsInItsArea(order, orders)).flatMap(ownBaseline);
  const sharingOf = ({ target, doors = [] }: Order): Sharing => {
    const [all, kept] = target.type === 'area' ? [doors, []] : [[...everywhere], keptByAreas];
    const own = new Set(doors);
    const places = new Map(all.flatMap((deviceId, place) => (own.has(deviceId) ? [[deviceId, place] as const] : [])));
    return { places, count: all.length, kept };
  };
  return new Map(alike.map((order) => [order, sharingOf(order)]));
}

const ownBaseline = ({ target, baselines = [] }: Order): Baseline[] =>
  baselines.filter(({ areaId }) => target.type === 'area' && areaId === target.areaId);
