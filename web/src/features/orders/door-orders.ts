import { mayLetIn, sharedBalance, unsentOf } from './one-in-one-out';
import { followedOrders } from '../../../../src/shared/rules/orders/in-force';
import { letsIn, type ToldOrder } from '../../../../src/shared/orders/schemas';
import { twinOf } from '../../../../src/shared/evacuation/side-areas';
import {
  usableCapacity,
  venueLowBy,
  venueOccupancy,
  venueSettingsOf,
} from '../../../../src/shared/rules/venue-capacity';
import type { Event } from '../../../../src/shared/schemas/event';
import type { DeviceSettings } from '../../device/device';
import { doorAreaIn } from '../../device/device';
import type { ShownArea } from '../../realtime/view/reducer';
import type { RoomSnapshot } from '../../realtime/view/snapshot';
import { inForce } from '../in-force/in-force';

/** An order that this device follows. */
export interface DoorOrder {
  readonly order: ToldOrder;
  /** How many people the door may let in now; undefined if the order has no number here. */
  readonly mayLetIn: Share | undefined;
}

/** Null without a live connection; `in_doubt` if people may be missing in the numbers: nobody is let in by those (docs/product.md, M17). */
type Share = number | 'in_doubt' | null;

/** Returns the area as the room has it, without this device's unacknowledged taps. */
const held = ({ unsent, ...area }: ShownArea): ShownArea =>
  unsent === undefined
    ? area
    : {
        ...area,
        totalEntries: area.totalEntries - unsent.ins,
        totalExits: area.totalExits - unsent.outs,
        currentOccupancy: area.currentOccupancy - unsent.ins + unsent.outs,
      };

/** Returns the ids of the areas, and of their twins, into which this device may let nobody. */
export function closedAreaIds(room: RoomSnapshot): ReadonlySet<string> {
  const { orders } = inForce(room);
  const closed = (room.areas ?? []).filter(({ areaId }) => {
    const [first] = followedOrders(orders, [areaId]);
    return first !== undefined && !letsIn(first.kind);
  });
  return new Set(closed.flatMap(({ areaId }) => [areaId, twinOf(areaId)]));
}

/** Returns the orders that this device follows, newest first, with what a door may let in under "one in, one out". */
export function doorOrders(room: RoomSnapshot, event: Event, device: DeviceSettings): DoorOrder[] {
  const areas = room.areas ?? [];
  const doorAreaId = doorAreaIn(device, event.eventId);
  const own = areas.filter(({ areaId }) => areaId === doorAreaId);
  const areaIds = (own.length > 0 ? own : areas).map(({ areaId }) => areaId);
  const followed = followedOrders(inForce(room).orders, areaIds);
  return followed.map((order) => ({
    order,
    mayLetIn:
      order.kind === 'one_in_one_out' && device.direction !== 'out'
        ? shareOf(order, followed, { room, event })
        : undefined,
  }));
}

interface Door {
  readonly room: RoomSnapshot;
  readonly event: Event;
}

/** The areas whose numbers decide how many people may come in. */
const areasBehind = ({ target }: ToldOrder, areas: readonly ShownArea[], usable: number | null): readonly ShownArea[] =>
  target.type === 'area' && usable === null ? areas.filter(({ areaId }) => areaId === target.areaId) : areas;

/** @param followed the orders that the door follows */
function shareOf(order: ToldOrder, followed: readonly ToldOrder[], { room, event }: Door): Share {
  if (room.areas === null || room.connection !== 'connected' || room.remembered) return null;
  if (order.share === undefined) return null;
  const { place, doors, kept } = order.share;
  const areas = room.areas.map(held);
  const usable = usableCapacity(venueSettingsOf(event));
  const venueFree = usable === null ? null : usable - venueOccupancy(areas);
  if (venueLowBy(areasBehind(order, areas, usable)) > 0) return 'in_doubt';
  const others = followed.filter((other) => other !== order && other.kind === 'one_in_one_out');
  const isOwn = ({ areaId }: ShownArea): boolean =>
    !others.some(({ target }) => target.type === 'area' && target.areaId === areaId);
  return mayLetIn({
    balance: sharedBalance(order, kept, areas, venueFree),
    doors,
    place,
    unsent: unsentOf(order, order.target.type === 'area' ? room.areas : room.areas.filter(isOwn)),
  });
}
