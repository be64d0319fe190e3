import * as z from 'zod/mini';
import { VenueSettingsSchema } from './venue-settings';

/** The schemas of reports. Times are ISO 8601 in UTC; business days are YYYY-MM-DD. */

/**
 * The possible lengths of an interval: minutes, all of which can be made from the stored five-minute slots, or a
 * business day.
 */
export const REPORT_INTERVALS = [5, 15, 30, 60, 'day'] as const;
export type ReportInterval = (typeof REPORT_INTERVALS)[number];
export const DEFAULT_REPORT_INTERVAL: ReportInterval = 15;

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
  /** The capacity at the interval's end; null for no limit. */
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
  intervals: z.object({ ins: Counts, outs: Counts, inside: z.array(z.nullable(Int)) }),
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
  peak: Int,
  capacity: Int,
});

/** The figures of one area, or of the whole venue, over the report's days. */
const SubjectSchema = z.object({
  /** The capacity at the report's end; null for no limit. The venue's is without staff and safety margin. */
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
  /** How many people were counted out although nobody was left inside. */
  floored: Int,
  opening: Int,
  closing: Int,
  peak: Int,
  peakAt: MaybeTime,
  /** The minutes with more than 75, 90 and 100 % of the capacity inside, to a tenth of a minute. */
  minutesAbove: z.object({ above75: z.number(), above90: z.number(), above100: z.number() }),
  minutesBelowZero: z.number(),
  overCapacity: z.array(OverCapacitySchema),
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
  /**
   * True if an older release stored the day's taps by the minute. Peaks can then be wrong by the taps of one minute.
   */
  isByMinute: z.boolean(),
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
  silences: z.array(z.object({ from: Time, to: Time })),
});
export type ReportDevice = z.infer<typeof DeviceSchema>;

const ActorSchema = z.enum(['admin', 'accessCode', 'system', 'operator']);

const JournalEntrySchema = z.object({
  at: Time,
  actor: ActorSchema,
  kind: z.string(),
  areaId: z.nullable(z.string()),
  areaName: z.nullable(z.string()),
  before: z.nullable(z.unknown()),
  after: z.nullable(z.unknown()),
  note: z.nullable(z.string()),
});
export type ReportJournalEntry = z.infer<typeof JournalEntrySchema>;

const AlertEntrySchema = z.object({
  /** The area's id; null for the whole venue. */
  areaId: z.nullable(z.string()),
  areaName: z.nullable(z.string()),
  /** The threshold in percent of the capacity. */
  threshold: Int,
  /** When the alert was raised and when it ended. A time is null if it is before or after the report's days. */
  raisedAt: MaybeTime,
  endedAt: MaybeTime,
  /** When and by whom the alert was acknowledged; null if nobody has acknowledged it. */
  acknowledgedAt: MaybeTime,
  acknowledgedBy: z.nullable(ActorSchema),
  /** The name of the device on which it was acknowledged; null if there is none. */
  acknowledgedOn: z.nullable(z.string()),
});
export type ReportAlert = z.infer<typeof AlertEntrySchema>;

/** The answer of GET /api/events/{eventId}/report?from&to&interval. */
export const ReportSchema = z.object({
  eventId: z.string(),
  eventName: z.string(),
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
  intervalStarts: z.array(Time),
  venue: SubjectSchema,
  /** The venue's settings at the report's end, from which its capacity is computed; null if they were never set. */
  venueSettings: z.nullable(VenueSettingsSchema),
  areas: z.array(AreaSchema),
  /**
   * The venue and its areas list the first REPORT_PERIODS_MAX periods over capacity. This is how many more there were;
   * the minutes above 100 % include them.
   */
  overCapacityLeftOut: Int,
  devices: z.array(DeviceSchema),
  /** The devices list the first REPORT_SILENCES_MAX silences. This is how many more there were. */
  silencesLeftOut: Int,
  /** Changes except alerts: the first REPORT_JOURNAL_MAX, and how many more there were. */
  journal: z.array(JournalEntrySchema),
  journalLeftOut: Int,
  /** Alerts in the order in which they were raised: the first REPORT_ALERTS_MAX, and how many more there were. */
  alerts: z.array(AlertEntrySchema),
  alertsLeftOut: Int,
  quality: z.object({
    taps: Int,
    ledgerRows: Int,
    /** How many taps arrived more than a minute, ten minutes and an hour after they were made. */
    late: z.object({ overMinute: Int, overTenMinutes: Int, overHour: Int }),
    latestSeconds: Int,
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
