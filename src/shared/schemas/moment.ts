import * as z from 'zod/mini';

const Int = z.int();

/** How many people were inside one area, or the venue, at a moment. */
const SubjectSchema = z.object({
  /** By what is known now. Null if only `lowest` and `highest` are known. */
  occupancy: z.nullable(Int),
  /** The bounds of the occupancy. They are equal if it is known. */
  lowest: Int,
  highest: Int,
  /** The capacity at the moment; null for no limit. The venue's is without staff and safety margin. */
  capacity: z.nullable(Int),
  /** `occupancy` in percent of the capacity, to a tenth; null without one of them. */
  percent: z.nullable(z.number()),
  /** The occupancy that the room had, and screens showed, at the moment itself; null if that is not kept. */
  knownThen: z.nullable(Int),
  /**
   * The people in taps that were made by the moment and arrived after it, and by how much they changed the occupancy:
   * `knownThen` plus `change` is `occupancy`. Taps that a reset or recount before the moment already contained are left
   * out. The venue's people are without transfers. Null if `knownThen` is.
   */
  late: z.nullable(z.object({ ins: Int, outs: Int, change: Int })),
});
export type MomentSubject = z.infer<typeof SubjectSchema>;

/**
 * How precise the occupancy of a moment is. `second`: all taps made by the moment are counted, and no others. `minute`:
 * an earlier release stored the day's taps by the minute. `fiveMinutes`: the day's single taps are not kept or too many;
 * the occupancy was between `lowest` and `highest` in the five minutes that contain the moment.
 */
const PRECISIONS = ['second', 'minute', 'fiveMinutes'] as const;

/** The answer of GET /api/events/{eventId}/occupancy?at. Times are ISO 8601 in UTC. */
export const OccupancyAtSchema = z.object({
  eventId: z.string(),
  at: z.string(),
  /** The event's present IANA time zone. */
  timeZone: z.string(),
  /** The business day of the moment, YYYY-MM-DD. */
  day: z.string(),
  /** When the answer was made. */
  knownAt: z.string(),
  precision: z.enum(PRECISIONS),
  venue: SubjectSchema,
  /** The areas that existed at the moment, in the event's order. */
  areas: z.array(z.extend(SubjectSchema, { areaId: z.string(), areaName: z.string() })),
});
export type OccupancyAt = z.infer<typeof OccupancyAtSchema>;
