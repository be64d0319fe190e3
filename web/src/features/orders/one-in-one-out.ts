import type { Area } from '../../../../src/shared/schemas/area';
import type { Baseline, Order } from '../../../../src/shared/orders/schemas';

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

/**
 * Returns the balance that the doors of this order share: without the people whom areas with an order of their own keep.
 * @param kept those areas, with their totals at the beginning of their order
 */
export function sharedBalance(
  order: Pick<Order, 'target' | 'baselines'>,
  kept: readonly Baseline[],
  areas: readonly Counted[],
  venueFree: number | null,
): number {
  const keptBy = (baseline: Baseline): number => {
    const target = { type: 'area', areaId: baseline.areaId } as const;
    return Math.max(0, balanceOf({ target, baselines: [baseline] }, areas, venueFree));
  };
  return balanceOf(order, areas, venueFree) - kept.reduce((sum, baseline) => sum + keptBy(baseline), 0);
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
