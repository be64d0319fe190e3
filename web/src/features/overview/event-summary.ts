import { elapsedOf, lateOf, type Rates, ratesOf } from './flow-rates';
import { occupancyPercent } from '../../ui/occupancy-level';
import {
  allowedGuests,
  usableCapacity,
  venueLowBy,
  venueOccupancy,
  venueSettingsOf,
} from '../../../../src/shared/rules/venue-capacity';
import type { Event } from '../../../../src/shared/schemas/event';
import type { Flow, FlowMinute } from '../../../../src/shared/schemas/flow';
import type { RoomSnapshot } from '../../realtime/view/snapshot';
import { inForce } from '../in-force/in-force';
import { inLocale } from '../../texts/texts';

/** The flow of an area or a venue. */
export interface Movement {
  readonly rates: Rates;
  /** The number of people whose taps arrived late. They are not included in the rates. */
  readonly late: number;
  /** The minutes of the flow, oldest first. */
  readonly minutes: readonly FlowMinute[];
}

/** The state of one event for the overview. */
export interface EventSummary {
  readonly event: Event;
  readonly room: RoomSnapshot;
  /** The number of people in the venue; null until it is known. */
  readonly occupancy: number | null;
  /**
   * The usable capacity of the venue. A venue without one has the sum of its areas; null if one of them has no limit
   * either.
   */
  readonly capacity: number | null;
  /** The usable capacity without the safety margin; undefined for a venue without a capacity. */
  readonly allowed: number | undefined;
  /** Whether `capacity` is the sum of the areas. */
  readonly isSumOfAreas: boolean;
  /**
   * The occupancy in percent of the venue's capacity. Without a venue capacity, the highest percentage of its areas.
   */
  readonly fullness: number;
  /** The flow of the venue; null while it is unknown. */
  readonly total: Movement | null;
  /** The flow of each area, by area id. */
  readonly movements: ReadonlyMap<string, Movement>;
  /** True if the event is not live: it is shown as it was known last. */
  readonly isResting: boolean;
  /** The number of devices that have gone offline although they have just counted; null while it is unknown. */
  readonly missed: number | null;
}

/** A flow, and the time in epoch ms at which it arrived. */
export interface KnownFlow {
  readonly flow: Flow;
  readonly at: number;
}

function fullnessOf(occupancy: number, capacity: number | null, { areas }: RoomSnapshot): number {
  if (capacity !== null) return occupancyPercent(occupancy, capacity);
  return Math.max(0, ...(areas ?? []).map((area) => occupancyPercent(area.currentOccupancy, area.capacity)));
}

/** Returns the sum of the areas' capacities; null if one of them has no limit, or if there is none. */
function areasCapacity({ areas }: RoomSnapshot): number | null {
  if (!areas || areas.length === 0 || areas.some(({ capacity }) => capacity === 0)) return null;
  return areas.reduce((sum, { capacity }) => sum + capacity, 0);
}

const NO_MOVEMENTS: ReadonlyMap<string, Movement> = new Map();

export function summarize(
  event: Event,
  room: RoomSnapshot,
  known: KnownFlow | null,
  missed: number | null = null,
): EventSummary {
  const occupancy = room.areas && venueOccupancy(room.areas);
  const settings = venueSettingsOf(event);
  const own = usableCapacity(settings);
  const capacity = own ?? areasCapacity(room);
  const summary = {
    event,
    room,
    occupancy,
    capacity,
    allowed: allowedGuests(settings) ?? undefined,
    isSumOfAreas: own === null && capacity !== null,
    fullness: fullnessOf(occupancy ?? 0, own, room),
    isResting: false,
    missed,
  };
  if (!known) return { ...summary, total: null, movements: NO_MOVEMENTS };
  const elapsed = elapsedOf(known.flow, known.at);
  const movementOf = (minutes: readonly FlowMinute[]): Movement => ({
    rates: ratesOf(minutes, elapsed),
    late: lateOf(minutes),
    minutes,
  });
  return {
    ...summary,
    total: movementOf(known.flow.venue),
    movements: new Map(known.flow.areas.map(({ areaId, minutes }) => [areaId, movementOf(minutes)])),
  };
}

/** The sums over all events. */
export interface Sum {
  readonly events: number;
  /** How many of the events are live. Rates and missing devices are theirs. */
  readonly live: number;
  /** How many of the events have known numbers. */
  readonly known: number;
  readonly occupancy: number;
  /** By how many people `occupancy` may be low. */
  readonly lowBy: number;
  /** Null unless each event has a capacity. */
  readonly capacity: number | null;
  /** Null unless the rates of each live event are known, because a partial sum would be taken for the whole. */
  readonly rates: Rates | null;
  /** The number of people whose taps arrived late, as far as it is known (see {@link Movement}). */
  readonly late: number;
  readonly alerts: number;
  readonly notAcknowledged: number;
  /** Null unless the number is known for each live event. */
  readonly missed: number | null;
}

export function sumOf(summaries: readonly EventSummary[]): Sum {
  const live = summaries.filter(({ isResting }) => !isResting);
  const total = (of: readonly EventSummary[], valueOf: (summary: EventSummary) => number) =>
    of.reduce((sum, summary) => sum + valueOf(summary), 0);
  const isMoving = live.length > 0 && live.every((summary) => summary.total !== null);
  return {
    events: summaries.length,
    live: live.length,
    known: summaries.filter(({ occupancy }) => occupancy !== null).length,
    occupancy: total(summaries, ({ occupancy }) => occupancy ?? 0),
    lowBy: total(summaries, ({ room }) => venueLowBy(room.areas ?? [])),
    capacity: summaries.every(({ capacity }) => capacity !== null)
      ? total(summaries, ({ capacity }) => capacity ?? 0)
      : null,
    rates: isMoving
      ? { ins: total(live, (one) => one.total?.rates.ins ?? 0), outs: total(live, (one) => one.total?.rates.outs ?? 0) }
      : null,
    late: total(live, (one) => one.total?.late ?? 0),
    alerts: total(summaries, ({ room }) => inForce(room).alerts.length),
    notAcknowledged: total(
      summaries,
      ({ room }) => inForce(room).alerts.filter((alert) => alert.acknowledgedAt === null).length,
    ),
    missed:
      live.length > 0 && live.every(({ missed }) => missed !== null) ? total(live, ({ missed }) => missed ?? 0) : null,
  };
}

export const SORTS = ['fullness', 'name'] as const;
export type Sort = (typeof SORTS)[number];

/**
 * Events are sorted in steps of this many percent. With smaller steps they would change places after every few people.
 */
const FULLNESS_STEP = 5;
const stepOf = ({ fullness }: EventSummary): number => Math.floor(fullness / FULLNESS_STEP);

const names = inLocale((locale) => new Intl.Collator(locale, { numeric: true }));

const isEvacuating = ({ room }: EventSummary): boolean => room.evacuation?.isDrill === false;

/** Sorts events for the overview. One that is being evacuated comes before all others. */
export function sortedSummaries(summaries: readonly EventSummary[], sort: Sort): EventSummary[] {
  const byName = summaries.toSorted((a, b) => names().compare(a.event.eventName, b.event.eventName));
  const sorted = sort === 'name' ? byName : byName.toSorted((a, b) => stepOf(b) - stepOf(a));
  return sorted.toSorted((a, b) => Number(isEvacuating(b)) - Number(isEvacuating(a)));
}
