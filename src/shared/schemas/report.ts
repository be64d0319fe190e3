import * as z from 'zod/mini';
import { EvacuationRecordSchema } from '../evacuation/schemas';
import { AlertEntrySchema, JournalEntrySchema, OrderEntrySchema } from '../reports/entries';
import { SourceAboutSchema } from './device';
import { LIMIT_KINDS, VenueSettingsSchema } from './venue-settings';

/** The schemas of reports. Times are ISO 8601 in UTC; business days are YYYY-MM-DD. */

/**
 * The possible lengths of an interval: minutes, all of which can be made from the stored five-minute slots, or a
 * business day.
 */
export const REPORT_INTERVALS = [5, 15, 30, 60, 'day'] as const;
export type ReportInterval = (typeof REPORT_INTERVALS)[number];
export const DEFAULT_REPORT_INTERVAL: ReportInterval = 15;

/** The body of PUT /api/events/{eventId}/letterhead: what heads every report. An empty text means that nothing is given. */
export const LetterheadSchema = z.object({
  /** The name of the person or company that organizes the event. */
  organizer: z.string(),
  /** The venue's address, in one line. */
  address: z.string(),
});
export type Letterhead = z.infer<typeof LetterheadSchema>;

export const NO_LETTERHEAD: Letterhead = { organizer: '', address: '' };

const Int = z.int();
const Counts = z.array(Int);
const Time = z.string();
const MaybeTime = z.nullable(Time);

/** The counts of intervals, as columns. Each array has one entry for each of the report's `intervalStarts`. */
const IntervalsSchema = z.object({
  ins: Counts,
  outs: Counts,
  min: Counts,
  max: Counts,
  end: Counts,
  /** The capacity in force when the interval's most people were first inside; null for no limit. */
  capacity: z.array(z.nullable(Int)),
});
export type Intervals = z.infer<typeof IntervalsSchema>;

/** What was counted of one category, in the order of the event's categories. */
const ReportCategorySchema = z.object({
  categoryId: z.string(),
  name: z.string(),
  /** The venue's leave transfers between areas out, like all of its ins and outs. */
  ins: Int,
  outs: Int,
  /** How many people of the category were inside at the end; null if that is unknown. */
  closing: z.nullable(Int),
  /** The category's part of all entries with a category, in percent to a tenth. */
  share: z.number(),
  /**
   * Columns like those of the area or venue; `inside` is at the interval's end. They are empty in areas of a report with
   * more than REPORT_CATEGORY_CELLS_MAX such numbers.
   */
  intervals: z.object({ ins: Counts, outs: Counts, occupancy: z.array(z.nullable(Int)) }),
});
export type ReportCategory = z.infer<typeof ReportCategorySchema>;

const OverCapacitySchema = z.object({
  from: Time,
  /** When the period ended; null if it had not ended at the report's end. */
  to: MaybeTime,
  /**
   * How many seconds more people than the capacity were inside. A break of less than a minute does not end a period,
   * but its seconds do not count. So the seconds of all periods add up to the minutes above 100 %.
   */
  seconds: Int,
  /** The people and the capacity of one moment: that with the highest share of the capacity. */
  peak: Int,
  capacity: Int,
});

/** One limit that an authority has set for an area or the venue, and the time above it. */
const ReportLimitSchema = z.object({
  kind: z.enum(LIMIT_KINDS),
  /** All versions of the limit, with the time from which each applied. The first one applied at the beginning. */
  history: z.array(
    z.object({
      at: Time,
      /** How many people the limit allows, staff included; null if there was no such limit from here on. */
      capacity: z.nullable(Int),
      /** How many people of the number are staff, whom the doors do not count: the venue's staff allowance. */
      staff: Int,
      /** The most people whom the doors may count: the number without staff. More of them is above the limit. */
      counted: z.nullable(Int),
      /** The wording and number of the condition. */
      condition: z.string(),
      /** The most people whom the doors counted while this version applied, and since when; null if nobody was inside. */
      peak: Int,
      peakAt: MaybeTime,
      /** How long there were more people than this version allows. */
      secondsAbove: Int,
    }),
  ),
  secondsAbove: Int,
  /** The periods above the limit, as those above the capacity. Their `capacity` is the number without staff. */
  periods: z.array(OverCapacitySchema),
});
export type ReportLimit = z.infer<typeof ReportLimitSchema>;

/** The capacity of a category, and the time above it in the whole venue. */
const ReportCategoryLimitSchema = z.object({
  categoryId: z.string(),
  name: z.string(),
  /** All capacities, with the time when each took effect; null for none. The first one was in effect at the beginning. */
  capacities: z.array(z.object({ at: Time, capacity: z.nullable(Int) })),
  secondsAbove: Int,
  /** How many seconds there was a capacity, but the people inside were unknown. They are no part of `secondsAbove`. */
  secondsUnknown: Int,
  /** The periods above the capacity. A period ends where the people inside become unknown. */
  periods: z.array(OverCapacitySchema),
});
export type ReportCategoryLimit = z.infer<typeof ReportCategoryLimitSchema>;

/** The figures of one area, or of the whole venue, over the report's days. */
const SubjectSchema = z.object({
  /** The capacity at the report's end; null for no limit. The venue's is without staff. */
  capacity: z.nullable(Int),
  /** All capacities, with the time when each took effect. The first one was in effect at the beginning. */
  capacities: z.array(z.object({ at: Time, capacity: z.nullable(Int) })),
  ins: Int,
  outs: Int,
  /** `ins` minus `outs`. */
  net: Int,
  /**
   * How many of an area's ins and outs were transfers between areas. Always 0 for the venue, whose ins and outs leave
   * transfers out.
   */
  movedIn: Int,
  movedOut: Int,
  /** How many people were counted out although nobody was left inside, without those who were given back later. */
  floored: Int,
  opening: Int,
  closing: Int,
  peak: Int,
  peakAt: MaybeTime,
  /**
   * The minutes with more than 75, 90 and 100 % of the capacity inside, to a hundredth of a minute: times 60 and
   * rounded, they are whole seconds.
   */
  minutesAbove: z.object({ above75: z.number(), above90: z.number(), above100: z.number() }),
  minutesBelowZero: z.number(),
  overCapacity: z.array(OverCapacitySchema),
  /** The limits that applied on the report's days, with the time above each; missing if there were none. */
  limits: z.optional(z.array(ReportLimitSchema)),
  intervals: IntervalsSchema,
  /** Missing if nobody was counted with a category. */
  categories: z.optional(z.array(ReportCategorySchema)),
});
export type ReportSubject = z.infer<typeof SubjectSchema>;

const AreaSchema = z.extend(SubjectSchema, { areaId: z.string(), areaName: z.string(), deletedAt: MaybeTime });
export type ReportArea = z.infer<typeof AreaSchema>;

const DaySchema = z.object({
  day: z.string(),
  startsAt: Time,
  endsAt: Time,
  /**
   * The revision of the stored report that has these figures. It is null while the day is running or its report is
   * being built.
   */
  revision: z.nullable(Int),
  closedAt: MaybeTime,
  /** True if the day's single taps are deleted: only its five-minute slots remain. */
  isCompacted: z.boolean(),
  /** The index of the day's first interval in `intervalStarts`. */
  firstInterval: Int,
  ins: Int,
  outs: Int,
  peak: Int,
  peakAt: MaybeTime,
  closing: Int,
});
export type ReportDay = z.infer<typeof DaySchema>;

const DeviceSchema = z.object({
  deviceId: z.string(),
  deviceName: z.nullable(z.string()),
  isAdmin: z.boolean(),
  /** True for the last entry, which sums up all devices that are not listed. It has neither id nor name. */
  isOthers: z.optional(z.literal(true)),
  /** Only machines have it. */
  source: z.optional(SourceAboutSchema),
  /** Counts without transfers and undone taps. */
  ins: Int,
  outs: Int,
  moves: Int,
  taps: Int,
  undone: Int,
  firstTapAt: Time,
  lastTapAt: Time,
  lateTaps: Int,
  latestSeconds: Int,
  /** Long periods without a tap. */
  quietTimes: z.array(z.object({ from: Time, to: Time })),
});
export type ReportDevice = z.infer<typeof DeviceSchema>;

const RecountSchema = z.object({
  at: Time,
  areaId: z.string(),
  areaName: z.nullable(z.string()),
  /** The recounted number minus the number before. */
  drift: Int,
  /** Ins plus outs since the area's reset or recount before; null if that is not known. */
  crossings: z.nullable(Int),
});
export type ReportRecount = z.infer<typeof RecountSchema>;

const CountingErrorSchema = z.object({
  /** The number of recounts on which it is based: those of the report's days, and of the 90 days before their end. */
  recounts: Int,
  /** By how many people an area may be wrong after 1,000 people in and out without a recount. */
  per1000: Int,
  /** By how many people the venue may be wrong at the end of the report's busiest day, without a recount. */
  busiestDay: Int,
  /** The safety margin for that, in percent of the venue's capacity; null without a capacity. */
  marginPercent: z.nullable(Int),
});

/** The answer of GET /api/events/{eventId}/report?from&to&interval. */
export const ReportSchema = z.object({
  eventId: z.string(),
  eventName: z.string(),
  letterhead: LetterheadSchema,
  /**
   * The event's present schedule: IANA time zone, and HH:mm at which business days begin. A change takes effect with
   * the next business day at the latest.
   */
  timeZone: z.string(),
  reportTime: z.string(),
  from: z.string(),
  to: z.string(),
  interval: z.union([z.literal(5), z.literal(15), z.literal(30), z.literal(60), z.literal('day')]),
  generatedAt: Time,
  /** True if all of the report's days are over and stored. */
  isFinal: z.boolean(),
  /** The active days of the report. */
  days: z.array(DaySchema),
  /** The last active day before `from`, and the first one after `to`; missing if there is none. */
  earlierDay: z.optional(z.string()),
  laterDay: z.optional(z.string()),
  intervalStarts: z.array(Time),
  venue: SubjectSchema,
  /** The venue's settings at the report's end, from which its capacity is computed; null if they were never set. */
  venueSettings: z.nullable(VenueSettingsSchema),
  areas: z.array(AreaSchema),
  /** The categories that had a capacity, with the time above it; missing if none had one. */
  categoryLimits: z.optional(z.array(ReportCategoryLimitSchema)),
  /**
   * The venue and its areas list the first REPORT_PERIODS_MAX periods above their capacities and limits. This is how
   * many more there were; the minutes above 100 % and the seconds above limits include them.
   */
  overCapacityLeftOut: Int,
  devices: z.array(DeviceSchema),
  /** The devices list the first REPORT_QUIET_TIMES_MAX quiet times. This is how many more there were. */
  quietTimesLeftOut: Int,
  /**
   * Changes except alerts: all that hands did, the first REPORT_MACHINE_ENTRIES_MAX entries of machines, and how many more of
   * these there were.
   */
  journal: z.array(JournalEntrySchema),
  journalLeftOut: Int,
  /** Alerts in the order in which they were raised: the first REPORT_ALERTS_MAX, and how many more there were. */
  alerts: z.array(AlertEntrySchema),
  alertsLeftOut: Int,
  /**
   * Orders to doors in the order in which they were given: the first REPORT_ORDERS_MAX, and how many more there were.
   * Missing if no order was in force.
   */
  orders: z.optional(z.array(OrderEntrySchema)),
  ordersLeftOut: z.optional(Int),
  /** The evacuations and drills that began on the report's days, in order; missing if there were none. */
  evacuations: z.optional(z.array(EvacuationRecordSchema)),
  quality: z.object({
    taps: Int,
    ledgerRows: Int,
    /** How many taps arrived more than a minute, ten minutes and an hour after they were made. */
    late: z.object({ overMinute: Int, overTenMinutes: Int, overHour: Int }),
    latestSeconds: Int,
    /** How many people left before their entry arrived (docs/product.md, C21); missing if nobody did. */
    givenBack: z.optional(Int),
    /** The first REPORT_RECOUNTS_MAX recounts on the report's days, and how many more there were. */
    recounts: z.array(RecountSchema),
    recountsLeftOut: Int,
    /** How far the report's numbers can be trusted; null while too few recounts say it. */
    countingError: z.nullable(CountingErrorSchema),
  }),
});
export type Report = z.infer<typeof ReportSchema>;

/**
 * The answer of GET /api/events/{eventId}/reports: stored daily reports, newest day and revision first. `next` is the
 * last day of a page that another one follows, and the `after` of that page.
 */
export const StoredReportListSchema = z.object({
  reports: z.array(z.object({ day: z.string(), revision: Int, closedAt: Time, startsAt: Time, endsAt: Time })),
  next: z.optional(z.string()),
});
export type StoredReportList = z.infer<typeof StoredReportListSchema>;

/** How many people were inside one area, or the venue, at a moment. */
const MomentSubjectSchema = z.object({
  /** By what is known now. Null if only `lowest` and `highest` are known. */
  occupancy: z.nullable(Int),
  /** The bounds of the occupancy. They are equal if it is known. */
  lowest: Int,
  highest: Int,
  /** The capacity at the moment; null for no limit. The venue's is without staff. */
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
export type MomentSubject = z.infer<typeof MomentSubjectSchema>;

/**
 * How precise the occupancy of a moment is. `second`: all taps made by the moment are counted, and no others.
 * `fiveMinutes`: the day's single taps are not kept or too many; the occupancy was between `lowest` and `highest` in the
 * five minutes that contain the moment.
 */
const PRECISIONS = ['second', 'fiveMinutes'] as const;

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
  venue: MomentSubjectSchema,
  /** The areas that existed at the moment, in the event's order. */
  areas: z.array(z.extend(MomentSubjectSchema, { areaId: z.string(), areaName: z.string() })),
});
export type OccupancyAt = z.infer<typeof OccupancyAtSchema>;
