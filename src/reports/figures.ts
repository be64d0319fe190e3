import * as z from 'zod/mini';
import { VenueSettingsSchema } from '../shared/schemas/venue-settings';

/**
 * The figures of a business day, as a room stores them when the day is closed. Times are epoch ms, durations seconds.
 */

const Int = z.int();

/** The state of an area at a moment. */
const AreaOpeningSchema = z.object({
  areaId: z.string(),
  areaName: z.string(),
  capacity: Int,
  occupancy: Int,
  /** The time of its last reset or recount, which covers all taps before it; 0 for none. */
  countsFrom: Int,
  deletedAt: z.nullable(Int),
});
export type AreaOpening = z.infer<typeof AreaOpeningSchema>;

/** The state of everything at a moment: what the next day begins with. Includes deleted areas. */
export const OpeningStateSchema = z.object({
  at: Int,
  areas: z.array(AreaOpeningSchema),
  /** Null when none was ever set. */
  venue: z.nullable(VenueSettingsSchema),
});
export type OpeningState = z.infer<typeof OpeningStateSchema>;

export const EMPTY_OPENING: OpeningState = { at: 0, areas: [], venue: null };

/** One slot of SLOT_MS since the day's start: its number, in, out, lowest, highest and last occupancy. */
const SlotSchema = z.tuple([Int, Int, Int, Int, Int, Int]);
export type Slot = z.infer<typeof SlotSchema>;

const CapacityFromSchema = z.object({ at: Int, capacity: z.nullable(Int) });

/**
 * A period when a capacity was exceeded. People in a door move back and forth around a limit, so a break of less than a
 * minute does not end a period.
 */
const OverPeriodSchema = z.object({
  from: Int,
  /** The day's end, or the end of its figures, when the period went on. */
  to: Int,
  /** How long it was exceeded, without the breaks; missing in days of earlier versions. */
  aboveMs: z.optional(Int),
  peak: Int,
  /** The lowest capacity that was exceeded. */
  capacity: Int,
});
export type OverPeriod = z.infer<typeof OverPeriodSchema>;

/** One area, or the whole venue, on one business day. */
const SubjectFiguresSchema = z.object({
  /** Sums of the ledger. For the venue: who came and who left, without transfers between its areas. */
  ins: Int,
  outs: Int,
  /** For an area: how many of these were transfers from or to another area; 0 for the venue. */
  movedIn: Int,
  movedOut: Int,
  /** People in exits for whom nobody was left inside. */
  floored: Int,
  opening: Int,
  closing: Int,
  /** The highest occupancy, including the opening one, and when it was first reached; null when nobody was inside. */
  peak: Int,
  peakAt: z.nullable(Int),
  /** How long more than 75, 90 and 100 % of the capacity were inside. */
  secondsAbove: z.tuple([Int, Int, Int]),
  /** How long exits were recorded before the entries that they belong to. */
  secondsBelowZero: Int,
  /**
   * In force from `at` on. The first is in force from the day's start, or since the area was added. 0 or null means no
   * limit.
   */
  capacities: z.array(CapacityFromSchema),
  over: z.array(OverPeriodSchema),
  /** Only slots in which something happened, in order. */
  slots: z.array(SlotSchema),
});
export type SubjectFigures = z.infer<typeof SubjectFiguresSchema>;

const AreaFiguresSchema = z.extend(SubjectFiguresSchema, {
  areaId: z.string(),
  areaName: z.string(),
  deletedAt: z.nullable(Int),
});
export type AreaFigures = z.infer<typeof AreaFiguresSchema>;

const SilenceSchema = z.object({ from: Int, to: Int });

/** What one device counted on one business day; `ins` and `outs` without transfers, like the venue's. */
const DeviceFiguresSchema = z.object({
  deviceId: z.string(),
  deviceName: z.nullable(z.string()),
  isAdmin: z.boolean(),
  /** The sum of all devices that are not listed one by one. */
  isOthers: z.optional(z.literal(true)),
  ins: Int,
  outs: Int,
  moves: Int,
  taps: Int,
  undone: Int,
  firstTapAt: Int,
  lastTapAt: Int,
  lateTaps: Int,
  /** The latest arrival, in ms after its tap. */
  latestMs: Int,
  /** Times of SILENCE_MS or more without a tap, between its taps or from its last tap to the venue's last one. */
  silences: z.array(SilenceSchema),
});
export type DeviceFigures = z.infer<typeof DeviceFiguresSchema>;

const QualityFiguresSchema = z.object({
  /** All taps that were counted on the day, including undoes; a transfer is one. */
  taps: Int,
  /** Rows of the ledger. */
  rows: Int,
  /** Taps that arrived more than a minute, ten minutes, an hour after they were made. */
  late: z.tuple([Int, Int, Int]),
  latestMs: Int,
});
export type QualityFigures = z.infer<typeof QualityFiguresSchema>;

export const DayFiguresSchema = z.object({
  /** YYYY-MM-DD. */
  day: z.string(),
  startsAt: Int,
  endsAt: Int,
  /** The end of the figures: `endsAt`, or earlier while the day is still running. */
  until: Int,
  /**
   * How precise the times of its taps are: each to the millisecond, or all taps of a run at the time of the run's first
   * tap, up to a minute off. Days of earlier versions are precise to the minute.
   */
  precision: z._default(z.enum(['tap', 'minute']), 'minute'),
  venue: SubjectFiguresSchema,
  /** The areas that existed on the day, in no particular order: a report puts them into the event's order. */
  areas: z.array(AreaFiguresSchema),
  devices: z.array(DeviceFiguresSchema),
  quality: QualityFiguresSchema,
  /** The state at `until`. */
  closing: OpeningStateSchema,
});
export type DayFigures = z.infer<typeof DayFiguresSchema>;
