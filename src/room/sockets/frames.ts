import { writeDownFrame } from '../../shared/protocol/codec';
import type { DownFrame, Sync } from '../../shared/protocol/down';
import { assertNever } from '../../shared/assert-never';
import { isTwin } from '../../shared/evacuation/side-areas';
import type { Evacuation } from '../../shared/evacuation/schemas';
import { isoTime } from '../../time/iso-time';
import { emergencyOf } from '../../shared/rules/emergency';
import { modeOf } from '../../shared/rules/modes';
import { usableCapacity, venueOccupancy, venueSettingsOf } from '../../shared/rules/venue-capacity';
import type { AlertList } from '../../shared/schemas/alert';
import type { AreaList } from '../../shared/schemas/area';
import type { ToldOrder } from '../../shared/orders/schemas';
import type { Display } from '../../shared/schemas/display';
import {
  areaCount,
  areaView,
  assemblyPoints,
  countedAs,
  liveAreas,
  lowBy,
  type RoomState,
  runningEvacuation,
  shownToPublic,
} from '../state/room-state';
import type { Reader } from '../../rpc/reader';
import type { ControlChange } from './broadcast';

/** The frames and answers that describe the room's state. */

/** Returns the orders that a reader's device is told. */
export type OrderTeller = (reader: Reader) => ToldOrder[];

/** What is in force at an event besides its counts. */
export interface OpenAlertsAndOrders extends AlertList {
  orders: ToldOrder[];
}

export const NO_ALERTS_NOR_ORDERS: OpenAlertsAndOrders = { alerts: [], orders: [] };

/** The evacuation or drill that runs, as devices get it; null if none does. */
function evacuationView(state: RoomState): Evacuation | null {
  const running = runningEvacuation(state);
  if (running === null) return null;
  const { evacuationId, isDrill, startedAt, startedOn, becameRealAt, targetMinutes } = running;
  const people = new Map(running.atStart.map((area) => [area.areaId, area.people]));
  const areas = liveAreas(state).map(({ areaId }) => ({
    areaId,
    countedAs: countedAs(running, areaId),
    atStart: people.get(areaId) ?? 0,
  }));
  const twins = areas.flatMap((area) => (isTwin(area.countedAs) ? (state.areas.get(area.countedAs) ?? []) : []));
  const sideAreas = [...twins, ...assemblyPoints(state)].map((area) => areaView(area, state.event.event.categories));
  const real = becameRealAt === null ? {} : { becameRealAt: isoTime(becameRealAt) };
  const target = targetMinutes === null ? {} : { targetMinutes };
  return { evacuationId, isDrill, startedAt: isoTime(startedAt), startedOn, ...real, ...target, areas, sideAreas };
}

const evacuationField = (state: RoomState): { evacuation?: Evacuation } => {
  const evacuation = evacuationView(state);
  return evacuation === null ? {} : { evacuation };
};

/**
 * The answer to GET areas; a sync contains all of it, too.
 * @param isLocked whether a lock of bill or trial stops what is counted now
 */
export const areaList = (state: RoomState, ongoing: OpenAlertsAndOrders, isLocked: boolean) =>
  ({
    areas: liveAreas(state).map((area) => areaView(area, state.event.event.categories, lowBy(state, area.areaId))),
    ...ongoing,
    ...evacuationField(state),
    event: state.event.event,
    countingAllowed: !isLocked,
    subscriptionStatus: state.account.status,
  }) satisfies AreaList;

export function syncFrame(
  state: RoomState,
  client: { clientId: string; lastSeq: number; confirmedOrders: string[] },
  ongoing: OpenAlertsAndOrders,
  isLocked: boolean,
): Sync {
  const { event, epoch, version } = state;
  return {
    type: 'sync',
    eventId: event.eventId,
    epoch,
    version,
    clientId: client.clientId,
    lastSeq: client.lastSeq,
    ...areaList(state, ongoing, isLocked),
    ...(ongoing.orders.length > 0 && { confirmedOrders: client.confirmedOrders }),
  };
}

/** The broadcast with the present values of these areas. */
export function occupancyFrame(state: RoomState, areaIds: ReadonlySet<string>): DownFrame {
  const { event, version, areas } = state;
  const { categories } = event.event;
  const changed = [...areas.values()]
    .filter((area) => areaIds.has(area.areaId))
    .map((area) => areaCount(area, categories, lowBy(state, area.areaId)));
  return { type: 'occupancy_updated', eventId: event.eventId, version, areas: changed };
}

/** Returns the frame with the open alerts, the orders in force, or what runs, as each device is told of it. */
export function controlText(
  state: RoomState,
  about: ControlChange,
  alerts: AlertList,
  ordersFor: OrderTeller,
): (reader: Reader) => string {
  const { eventId } = state.event;
  const forAll = (frame: DownFrame): (() => string) => {
    const text = writeDownFrame(frame);
    return () => text;
  };
  switch (about) {
    case 'alerts':
      return forAll({ type: 'alerts_changed', eventId, ...alerts });
    case 'orders':
      return (reader) => writeDownFrame({ type: 'orders_changed', eventId, orders: ordersFor(reader) });
    case 'evacuation':
      return forAll({ type: 'evacuation_changed', eventId, evacuation: evacuationView(state) });
    default:
      return assertNever(about);
  }
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
  const mode = modeOf(runningEvacuation(state));
  const about = {
    eventId,
    version: state.version,
    eventName: event.eventName,
    ...(mode !== 'calm' && { evacuation: mode }),
  };
  const shows = shownToPublic(state);
  if (shows !== 'numbers') {
    const { notice } = emergencyOf(event);
    return { ...about, shows, ...(shows === 'evacuation' && notice && { notice }), venue: null, areas: [] };
  }
  return {
    ...about,
    venue: capacity === null ? null : { occupancy: venueOccupancy(areas), capacity },
    areas,
  };
}

type Shown = Pick<RoomState, 'event' | 'areas' | 'evacuation'>;

type DisplayForm = 'frame' | 'relayed' | 'body';

/**
 * What displays show, as text: the frame for the room's own viewers, that for viewers of relays, and the body of the
 * answer to calls. Each text is made once for each state, when it is first asked for: any number of people can ask.
 */
export class DisplayText {
  private shown: Shown | undefined;
  private texts = new Map<DisplayForm, string>();

  of(state: RoomState, form: DisplayForm): string {
    const { event, areas, evacuation } = state;
    const { shown } = this;
    if (event !== shown?.event || areas !== shown.areas || evacuation !== shown.evacuation) {
      this.texts = new Map();
      this.shown = { event, areas, evacuation };
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
