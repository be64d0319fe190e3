import type { Area } from '../../../../src/shared/schemas/area';
import { ordersFor } from '../../../../src/shared/rules/orders/in-force';
import type { Order } from '../../../../src/shared/orders/schemas';

type Counted = Pick<Area, 'areaId' | 'totalEntries' | 'totalExits' | 'currentOccupancy' | 'capacity'>;

/** The areas in which an order counts: its own area, or all. */
const areasOf = <T extends Pick<Area, 'areaId'>>(
  { target }: Pick<Order, 'target'>,
  areas: readonly T[],
): readonly T[] => (target.type === 'area' ? areas.filter(({ areaId }) => areaId === target.areaId) : areas);

/**
 * Returns how many people may still come in under "one in, one out": those who have left since the order, minus those
 * who have come in. It is never more than the free places, and negative while too many have come in. Transfers between
 * areas cancel out, except for an order to one area, where they count as in or out.
 * @param areas the areas as the room has them, without taps that it has not acknowledged
 * @param venueFree how many places the venue has left; null without a capacity
 */
export function balanceOf(
  order: Pick<Order, 'target' | 'baselines'>,
  areas: readonly Counted[],
  venueFree: number | null,
): number {
  const before = new Map(order.baselines?.map((baseline) => [baseline.areaId, baseline]));
  const own = areasOf(order, areas);
  let balance = 0;
  for (const { areaId, totalEntries, totalExits } of own) {
    const { ins = 0, outs = 0 } = before.get(areaId) ?? {};
    balance += totalExits - outs - (totalEntries - ins);
  }
  return Math.min(balance, venueFree ?? Infinity, freePlaces(order, own));
}

/** The free places of the order's area; Infinity for all areas together, and without a capacity. */
function freePlaces({ target }: Pick<Order, 'target'>, areas: readonly Counted[]): number {
  const [area] = areas;
  if (target.type !== 'area' || area === undefined || area.capacity === 0) return Infinity;
  return area.capacity - area.currentOccupancy;
}

const isOneInOneOut = ({ kind }: Order): boolean => kind === 'one_in_one_out';

/** Whether the order is for an area, and counts there. An order to one door does not change what counts in the area. */
const countsInItsArea = (order: Order, orders: readonly Order[]): boolean =>
  order.target.type === 'area' && ordersFor(orders, { deviceId: '', areaId: order.target.areaId })[0] === order;

/**
 * Returns the balance that the doors of this order share, and the ids of all doors that share it. When several orders
 * say "one in, one out", nobody who has left is let in for twice: an area's order keeps what its doors may let in, and
 * the rest is shared by all doors that follow an order for the whole event or for themselves (docs/product.md, O7).
 * @param orders all orders in force, in the order that all devices have
 */
export function sharedBy(
  order: Order,
  orders: readonly Order[],
  areas: readonly Counted[],
  venueFree: number | null,
): { balance: number; doors: readonly string[] } {
  const balance = balanceOf(order, areas, venueFree);
  if (order.target.type === 'area') return { balance, doors: order.doors ?? [] };
  const alike = orders.filter(isOneInOneOut);
  const kept = alike
    .filter((one) => countsInItsArea(one, orders))
    .reduce((sum, one) => sum + Math.max(0, balanceOf(one, areas, venueFree)), 0);
  const doors = alike.filter(({ target }) => target.type !== 'area').flatMap((one) => one.doors ?? []);
  return { balance: balance - kept, doors: [...new Set(doors)] };
}

/**
 * Returns the sum of a device's unacknowledged taps in the order's areas: its exits minus its entries.
 * @param areas without those in which the device follows another order that says "one in, one out"
 */
export const unsentOf = (
  order: Pick<Order, 'target'>,
  areas: readonly (Pick<Area, 'areaId'> & { readonly unsent?: { readonly ins: number; readonly outs: number } })[],
): number => areasOf(order, areas).reduce((net, { unsent }) => net + (unsent ? unsent.outs - unsent.ins : 0), 0);

/** The part of `balance` people that the door at this place gets: equal parts, and the first doors one more. */
function shareOf(balance: number, { doors, place }: { doors: number; place: number }): number {
  const people = Math.max(0, balance);
  return Math.floor(people / doors) + (place < people % doors ? 1 : 0);
}

/**
 * Returns how many people a door may let in now. The doors' numbers never add up to more than the balance together with
 * all their unacknowledged taps, as long as no door lets in more than its number: an unacknowledged entry uses up the
 * door's own share, and an unacknowledged exit raises the balance that is shared (docs/decisions/0038).
 * @param place the door's place among the doors that share the balance, from 0; -1 if it does not
 * @param unsent the door's unacknowledged exits minus its unacknowledged entries
 */
export function mayLetIn({
  balance,
  doors,
  place,
  unsent,
}: {
  balance: number;
  doors: number;
  place: number;
  unsent: number;
}): number {
  if (place < 0 || place >= doors) return 0;
  return unsent > 0
    ? shareOf(balance + unsent, { doors, place })
    : Math.max(0, shareOf(balance, { doors, place }) + unsent);
}
