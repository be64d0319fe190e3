import * as z from 'zod/mini';
import { VenueSettingsSchema } from '../schemas/venue-settings';

/** What a business day comes to, as a room stores it when the day is closed. Times are epoch ms, durations seconds. */

const Int = z.int();

/** How an area stood at a moment. */
const AreaStandingSchema = z.object({
  areaId: z.string(),
  areaName: z.string(),
  capacity: Int,
  occupancy: Int,
  /** Of its last reset or recount: it has settled what taps from before it do; 0 where there was none. */
  countsFrom: Int,
  deletedAt: z.nullable(Int),
});
export type AreaStanding = z.infer<typeof AreaStandingSchema>;

/** How everything stood at a moment: what the next day begins with. Deleted areas are among them. */
export const StandingSchema = z.object({
  at: Int,
  areas: z.array(AreaStandingSchema),
  /** Null where none was ever set. */
  venue: z.nullable(VenueSettingsSchema),
});
export type Standing = z.infer<typeof StandingSchema>;

export const NOTHING_YET: Standing = { at: 0, areas: [], venue: null };

/** One slot of SLOT_MS since the day's start: its number, in, out, lowest, highest and last occupancy. */
const SlotSchema = z.tuple([Int, Int, Int, Int, Int, Int]);
export type Slot = z.infer<typeof SlotSchema>;

const CapacityFromSchema = z.object({ at: Int, capacity: z.nullable(Int) });

/** People in the door swing around a limit: a break of less than a minute does not end a period. */
const OverPeriodSchema = z.object({
  from: Int,
  /** The day's end, or as far as its figures reach, where it went on. */
  to: Int,
  /** For how long it was exceeded, without breaks; days that were stored before this was kept do not have it. */
  aboveMs: z.optional(Int),
  peak: Int,
  /** The lowest that it was over. */
  capacity: Int,
});
export type OverPeriod = z.infer<typeof OverPeriodSchema>;

/** One area, or the whole venue, on one business day. */
const SubjectFiguresSchema = z.object({
  /** Sums of the ledger. Of the venue: who came and who left, without moves between its areas. */
  ins: Int,
  outs: Int,
  /** Of an area, how many of them only moved in from another or out to another; 0 for the venue. */
  movedIn: Int,
  movedOut: Int,
  /** People tapped out where nobody was left. */
  floored: Int,
  opening: Int,
  closing: Int,
  /** The highest occupancy, the opening one included, and when it was first reached; null where nobody was in. */
  peak: Int,
  peakAt: z.nullable(Int),
  /** For how long more than 75, 90 and 100 % of the capacity in force were in. */
  secondsAbove: z.tuple([Int, Int, Int]),
  /** For how long outs stood in the record before the ins that they belong to. */
  secondsBelowZero: Int,
  /** In force from `at` on; the first from the day's start, or from when the area was added. 0 or null is no limit. */
  capacities: z.array(CapacityFromSchema),
  over: z.array(OverPeriodSchema),
  /** Only those in which something happened, in order. */
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

/** What one device counted on one business day; `ins` and `outs` without moves, as the venue's. */
const DeviceFiguresSchema = z.object({
  deviceId: z.string(),
  deviceName: z.nullable(z.string()),
  isAdmin: z.boolean(),
  /** All devices together that are not named one by one. */
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
  /** Of SILENCE_MS or more without a tap, between its taps or from its last one to the venue's last. */
  silences: z.array(SilenceSchema),
});
export type DeviceFigures = z.infer<typeof DeviceFiguresSchema>;

const QualityFiguresSchema = z.object({
  /** All that were counted on the day, undoes included; a move is one. */
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
  /** As far as the figures reach: `endsAt`, or earlier while the day is still running. */
  until: Int,
  /**
   * How exactly its taps stand in time: each at its own millisecond, or runs of up to a minute at that of their first tap, so that
   * peaks may be off by what was tapped within a minute. Days that were stored before there was a choice are of the minute.
   */
  precision: z._default(z.enum(['tap', 'minute']), 'minute'),
  venue: SubjectFiguresSchema,
  /** The areas that existed on the day, in no particular order: a report puts them into the event's. */
  areas: z.array(AreaFiguresSchema),
  devices: z.array(DeviceFiguresSchema),
  quality: QualityFiguresSchema,
  /** At `until`. */
  closing: StandingSchema,
});
export type DayFigures = z.infer<typeof DayFiguresSchema>;
