import { writeDownFrame } from '../../shared/protocol/codec';
import type { DownFrame, Sync } from '../../shared/protocol/down';
import { isCountingAllowed } from '../../shared/rules/subscription';
import { usableCapacity, venueOccupancy, venueSettingsOf } from '../../shared/rules/venue-capacity';
import type { Alert } from '../../shared/schemas/alert';
import type { AreaList } from '../../shared/schemas/area';
import type { Order } from '../../shared/orders/schemas';
import type { Display } from '../../shared/schemas/display';
import { areaCount, areaView, liveAreas, type RoomState } from '../state';

/** The frames and answers that describe the room's state. */

/** What is in force at an event besides its counts. */
export interface Ongoing {
  alerts: Alert[];
  orders: Order[];
}

export const NOTHING_ONGOING: Ongoing = { alerts: [], orders: [] };

/**
 * The answer to GET areas; a sync contains all of it, too.
 * @param isSpent whether the account's trial has no taps left
 */
export const areaList = (state: RoomState, { alerts, orders }: Ongoing, isSpent: boolean) =>
  ({
    areas: liveAreas(state).map((area) => areaView(area, state.event.event.categories)),
    alerts,
    orders,
    event: state.event.event,
    countingAllowed: isCountingAllowed(state.account.status) && !isSpent,
    subscriptionStatus: state.account.status,
  }) satisfies AreaList;

export function syncFrame(
  state: RoomState,
  client: { clientId: string; lastSeq: number; confirmedOrders: string[] },
  ongoing: Ongoing,
  isSpent: boolean,
): Sync {
  const { event, epoch, version } = state;
  return {
    type: 'sync',
    eventId: event.eventId,
    epoch,
    version,
    clientId: client.clientId,
    lastSeq: client.lastSeq,
    ...areaList(state, ongoing, isSpent),
    ...(ongoing.orders.length > 0 && { confirmedOrders: client.confirmedOrders }),
  };
}

/** The broadcast with the present values of these areas. */
export function occupancyFrame({ event, version, areas }: RoomState, areaIds: ReadonlySet<string>): DownFrame {
  const { categories } = event.event;
  const changed = [...areas.values()]
    .filter((area) => areaIds.has(area.areaId))
    .map((area) => areaCount(area, categories));
  return { type: 'occupancy_updated', eventId: event.eventId, version, areas: changed };
}

/** The frame with all open alerts, or all orders in force. */
export function newsFrame({ event }: RoomState, about: keyof Ongoing, { alerts, orders }: Ongoing): DownFrame {
  const { eventId } = event;
  return about === 'alerts' ? { type: 'alerts_changed', eventId, alerts } : { type: 'orders_changed', eventId, orders };
}

/**
 * What a public display shows. Fields are listed one by one, so that no field that is added to events or areas becomes
 * public by accident.
 */
function displayOf(state: RoomState): Display {
  const { eventId, event } = state.event;
  const areas = liveAreas(state).map(({ areaId, areaName, occupancy, capacity }) => ({
    areaId,
    areaName,
    occupancy,
    capacity,
  }));
  const capacity = usableCapacity(venueSettingsOf(event));
  return {
    eventId,
    version: state.version,
    eventName: event.eventName,
    total: capacity === null ? null : { occupancy: venueOccupancy(areas), capacity },
    areas,
  };
}

type Shown = Pick<RoomState, 'event' | 'areas'>;

type DisplayForm = 'frame' | 'relayed' | 'body';

/**
 * What displays show, as text: the frame for the room's own viewers, that for viewers of relays, and the body of the
 * answer to calls. Each text is made once for each state, when it is first asked for: any number of people can ask.
 */
export class DisplayText {
  private shown: Shown | undefined;
  private texts = new Map<DisplayForm, string>();

  of(state: RoomState, form: DisplayForm): string {
    if (state.event !== this.shown?.event || state.areas !== this.shown.areas) {
      this.texts = new Map();
      this.shown = { event: state.event, areas: state.areas };
    }
    const known = this.texts.get(form);
    if (known !== undefined) return known;
    const text = textOf(displayOf(state), form);
    this.texts.set(form, text);
    return text;
  }
}

function textOf(display: Display, form: DisplayForm): string {
  if (form === 'body') return JSON.stringify(display);
  return writeDownFrame({ type: 'display', ...(form === 'relayed' && { isRelayed: true }), ...display });
}
