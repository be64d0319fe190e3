import * as z from 'zod/mini';
import { SourceAboutSchema } from '../shared/schemas/device';
import { LIMIT_KINDS, LimitSchema, VenueSettingsSchema } from '../shared/schemas/venue-settings';

/**
 * The figures of a business day, as a room stores them after the day's end. Times are epoch ms; durations are seconds,
 * or ms where the name ends with Ms.
 */

const Int = z.int();

/** The people inside an area at a moment, by category. */
const OpeningTallySchema = z.object({
  /** Without categories that have nobody inside. Not what is shown if it is uncertain or does not add up. */
  inside: z.array(z.object({ categoryId: z.string(), people: Int })),
  /** People counted in and out without a category since the people inside were last known. */
  unnamed: z.object({ ins: Int, outs: Int }),
  /** People are inside of whom nobody said the category. */
  isUncertain: z.boolean(),
});
export type OpeningTally = z.infer<typeof OpeningTallySchema>;

/** The state of an area at a moment. */
const AreaOpeningSchema = z.object({
  areaId: z.string(),
  areaName: z.string(),
  capacity: Int,
  occupancy: Int,
  /** The time of the area's last reset or recount; earlier taps no longer change the occupancy. 0 for none. */
  countsFrom: Int,
  deletedAt: z.nullable(Int),
  /** Missing if the event had no categories. */
  tally: z.optional(OpeningTallySchema),
  /** The limits that authorities have set for the area; missing if there are none. */
  limits: z.optional(z.array(LimitSchema)),
});
export type AreaOpening = z.infer<typeof AreaOpeningSchema>;

const OpeningCategorySchema = z.object({ categoryId: z.string(), name: z.string(), capacity: z.nullable(Int) });
export type OpeningCategory = z.infer<typeof OpeningCategorySchema>;

/**
 * The state of all areas (also deleted ones) and of the venue's settings at a moment. The next day begins with this
 * state.
 */
export const OpeningStateSchema = z.object({
  at: Int,
  areas: z.array(AreaOpeningSchema),
  /** Null if no settings were ever stored. */
  venue: z.nullable(VenueSettingsSchema),
  /** The event's categories, also removed ones; missing without any. Those that are not offered have no capacity. */
  categories: z.optional(z.array(OpeningCategorySchema)),
});
export type OpeningState = z.infer<typeof OpeningStateSchema>;

export const EMPTY_OPENING: OpeningState = { at: 0, areas: [], venue: null };

/**
 * One slot of SLOT_MS: its number since the day's start, people in, people out, and the lowest, highest and last
 * occupancy. Where the capacity changed within the slot, also that in force when the highest was first reached; 0 for none.
 */
export type Slot = [
  number: number,
  ins: number,
  outs: number,
  lowest: number,
  highest: number,
  last: number,
  capacity?: number,
];
const SLOT_LENGTHS = new Set([6, 7]);

const isSlot = (slot: unknown): boolean =>
  Array.isArray(slot) && SLOT_LENGTHS.has(slot.length) && slot.every(Number.isSafeInteger);
/** Checked by hand: with a schema for each number, reading a year of days took a third longer. */
const SlotsSchema = z.custom<Slot[]>((slots) => Array.isArray(slots) && slots.every(isSlot));

/**
 * One slot of a category: its number, people in, people out, and the people inside at its end, null if unknown. Slots in
 * which nothing of that changed are missing.
 */
export type CategorySlot = [number: number, ins: number, outs: number, inside: number | null];
const CATEGORY_SLOT_LENGTH = 4;

const isCategorySlot = (slot: unknown): boolean =>
  Array.isArray(slot) &&
  slot.length === CATEGORY_SLOT_LENGTH &&
  slot.every((value, index) => Number.isSafeInteger(value) || (value === null && index === 3));

/** The people of a category inside: at the day's start, at its end, and in slots. They can be unknown. */
const InsideSchema = z.object({
  opening: z.nullable(Int),
  closing: z.nullable(Int),
  slots: z.custom<CategorySlot[]>((slots) => Array.isArray(slots) && slots.every(isCategorySlot)),
});
export type InsideFigures = z.infer<typeof InsideSchema>;

/** What was counted of one category. */
const CategoryFiguresSchema = z.extend(InsideSchema, { categoryId: z.string(), ins: Int, outs: Int, floored: Int });
export type CategoryFigures = z.infer<typeof CategoryFiguresSchema>;

const CategoriesFiguresSchema = z.object({
  /** The categories that were counted or had people inside. */
  list: z.array(CategoryFiguresSchema),
  /** The people of a category that is not listed: nobody, or unknown. */
  others: InsideSchema,
});
export type CategoriesFigures = z.infer<typeof CategoriesFiguresSchema>;

const CapacityFromSchema = z.object({ at: Int, capacity: z.nullable(Int) });

/**
 * A period in which a capacity was exceeded. People in a door move back and forth around a limit, so a break of less
 * than a minute does not end a period.
 */
const OverPeriodSchema = z.object({
  from: Int,
  /** The end of the period. If the period went on, this is the end of the day, or of the figures of a running day. */
  to: Int,
  /** How long the capacity was exceeded, without the breaks. */
  aboveMs: Int,
  /** The people and the capacity of one moment: that with the highest share of the capacity. */
  peak: Int,
  capacity: Int,
});
export type OverPeriod = z.infer<typeof OverPeriodSchema>;

/** A version of a limit, which applies from `at` on. Its number includes `staff`, whom the doors do not count. */
const LimitFromSchema = z.object({
  at: Int,
  /** How many people the limit allows; null if there is no such limit from here on. */
  capacity: z.nullable(Int),
  /** The venue's staff allowance; 0 for an area. */
  staff: Int,
  condition: z.string(),
  /** The most people whom the doors counted while this version applied, and since when; null if nobody was inside. */
  peak: Int,
  peakAt: z.nullable(Int),
  /** How long there were more people than it allows. */
  aboveMs: Int,
});
export type LimitFrom = z.infer<typeof LimitFromSchema>;

/** One limit of a subject on one business day. More people than its number without staff is above the limit. */
const LimitFiguresSchema = z.object({
  kind: z.enum(LIMIT_KINDS),
  /** The first entry applies from the day's start, or since the limit was set. */
  history: z.array(LimitFromSchema),
  secondsAbove: Int,
  over: z.array(OverPeriodSchema),
});
export type LimitFigures = z.infer<typeof LimitFiguresSchema>;

/** The capacity of a category in the venue on one business day. */
const CategoryLimitFiguresSchema = z.object({
  categoryId: z.string(),
  /** Each applies from its `at` on; null for none. The first one applies from the day's start, or since it was set. */
  capacities: z.array(CapacityFromSchema),
  secondsAbove: Int,
  /** How many seconds there was a capacity, but the people inside were unknown. They are no part of `secondsAbove`. */
  secondsUnknown: Int,
  over: z.array(OverPeriodSchema),
});
export type CategoryLimitFigures = z.infer<typeof CategoryLimitFiguresSchema>;

/** The figures of one area, or of the venue, on one business day. */
const SubjectFiguresSchema = z.object({
  /** Sums over the ledger. The venue's sums do not include transfers between its areas. */
  ins: Int,
  outs: Int,
  /** How many people of `ins` and `outs` came from or went to another area; 0 for the venue. */
  movedIn: Int,
  movedOut: Int,
  /** People in exits beyond the number of people who were inside, without those who were given back. */
  floored: Int,
  opening: Int,
  closing: Int,
  /**
   * The highest occupancy, including the opening one. `peakAt` is when it was first reached; null if nobody was inside.
   */
  peak: Int,
  peakAt: z.nullable(Int),
  /** How many seconds the occupancy was above 75, 90 and 100 % of the capacity. */
  secondsAbove: z.tuple([Int, Int, Int]),
  /** How many seconds the occupancy was below 0, because exits were recorded before the entries that they belong to. */
  secondsBelowZero: Int,
  /**
   * Each capacity applies from its `at` on. The first one applies from the day's start, or since the area was added. 0
   * or null means no limit.
   */
  capacities: z.array(CapacityFromSchema),
  over: z.array(OverPeriodSchema),
  /** The limits that applied on the day, in the order in which they were set; missing if there were none. */
  limits: z.optional(z.array(LimitFiguresSchema)),
  /** The slots in which something happened, in order. */
  slots: SlotsSchema,
  /** Missing if the event had no categories. */
  categories: z.optional(CategoriesFiguresSchema),
  /** Only the venue has this list: the categories that had a capacity, by their ids. It is missing if there were none. */
  categoryLimits: z.optional(z.array(CategoryLimitFiguresSchema)),
});
export type SubjectFigures = z.infer<typeof SubjectFiguresSchema>;

const AreaFiguresSchema = z.extend(SubjectFiguresSchema, {
  areaId: z.string(),
  areaName: z.string(),
  deletedAt: z.nullable(Int),
});
export type AreaFigures = z.infer<typeof AreaFiguresSchema>;

const QuietTimeSchema = z.object({ from: Int, to: Int });

/** What one device counted on one business day. `ins` and `outs` do not include transfers, like the venue's. */
const DeviceFiguresSchema = z.object({
  deviceId: z.string(),
  deviceName: z.nullable(z.string()),
  isAdmin: z.boolean(),
  /** Set on the entry that adds up all devices that are not listed one by one. */
  isOthers: z.optional(z.literal(true)),
  /** Only machines have it. */
  source: z.optional(SourceAboutSchema),
  ins: Int,
  outs: Int,
  moves: Int,
  taps: Int,
  undone: Int,
  firstTapAt: Int,
  lastTapAt: Int,
  lateTaps: Int,
  /** The longest time from a tap to its arrival, in ms. */
  latestMs: Int,
  /**
   * Periods of DEVICE_QUIET_MS or more without a tap: between two taps of the device, or from its last tap to the venue's
   * last tap.
   */
  quietTimes: z.array(QuietTimeSchema),
});
export type DeviceFigures = z.infer<typeof DeviceFiguresSchema>;

const QualityFiguresSchema = z.object({
  /** All taps that were counted on the day, including undoes. A transfer is one tap. */
  taps: Int,
  /** The number of ledger rows on the day. */
  rows: Int,
  /** How many taps arrived more than a minute, more than ten minutes and more than an hour after they were made. */
  late: z.tuple([Int, Int, Int]),
  latestMs: Int,
  /** How many people left before their entry arrived (docs/product.md, C21); missing if nobody did. */
  givenBack: z.optional(Int),
});
export type QualityFigures = z.infer<typeof QualityFiguresSchema>;

export const DayFiguresSchema = z.object({
  /** The name of the business day, YYYY-MM-DD. */
  day: z.string(),
  startsAt: Int,
  endsAt: Int,
  /** The end of the figures: `endsAt`, or earlier while the day is still running. */
  until: Int,
  venue: SubjectFiguresSchema,
  /** The areas that existed on the day, in no particular order. A report puts them into the event's order. */
  areas: z.array(AreaFiguresSchema),
  devices: z.array(DeviceFiguresSchema),
  quality: QualityFiguresSchema,
  /** The state at `until`, with which the next day begins. */
  closing: OpeningStateSchema,
});
export type DayFigures = z.infer<typeof DayFiguresSchema>;
