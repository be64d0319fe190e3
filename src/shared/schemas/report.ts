import * as z from 'zod/mini';
import { VenueSettingsSchema } from './venue-settings';

/** Times are ISO 8601 in UTC, business days YYYY-MM-DD. */

/** Minutes of an interval. A report is kept in five-minute slots, of which any of these can be made. */
export const REPORT_INTERVALS = [5, 15, 30, 60] as const;
export type ReportInterval = (typeof REPORT_INTERVALS)[number];
export const DEFAULT_REPORT_INTERVAL: ReportInterval = 15;

const Int = z.int();
const Counts = z.array(Int);
const Time = z.string();
const MaybeTime = z.nullable(Time);

/** As columns, one entry for each of the report's `intervalStarts`. */
const IntervalsSchema = z.object({
  ins: Counts,
  outs: Counts,
  min: Counts,
  max: Counts,
  end: Counts,
  /** In force at the interval's end; null for no limit. */
  capacity: z.array(z.nullable(Int)),
});
export type Intervals = z.infer<typeof IntervalsSchema>;

const OverCapacitySchema = z.object({
  from: Time,
  /** Null while it goes on. */
  to: MaybeTime,
  /**
   * How long more people than the capacity were inside. A break of less than a minute does not end a period and is not
   * counted, so the seconds of all periods add up to the minutes above 100 %.
   */
  seconds: Int,
  peak: Int,
  capacity: Int,
});

/** One area, or the whole venue, over the report's days. */
const SubjectSchema = z.object({
  /** At the end; null for no limit. The venue's is the limit for guests, without staff and safety margin. */
  capacity: z.nullable(Int),
  /**
   * The capacities in order of time, each in force from `at`. The first is in force when the report begins, or when the
   * area is added.
   */
  capacities: z.array(z.object({ at: Time, capacity: z.nullable(Int) })),
  ins: Int,
  outs: Int,
  /** ins − outs */
  net: Int,
  /**
   * How many of an area's ins and outs were transfers between areas; 0 for the venue, whose ins and outs exclude them.
   */
  movedIn: Int,
  movedOut: Int,
  /** People in exits for whom nobody was left inside. */
  floored: Int,
  opening: Int,
  closing: Int,
  peak: Int,
  peakAt: MaybeTime,
  /** Minutes with more than 75, 90 and 100 % of the capacity inside, to a tenth. */
  minutesAbove: z.object({ above75: z.number(), above90: z.number(), above100: z.number() }),
  minutesBelowZero: z.number(),
  overCapacity: z.array(OverCapacitySchema),
  intervals: IntervalsSchema,
});
export type ReportSubject = z.infer<typeof SubjectSchema>;

const AreaSchema = z.extend(SubjectSchema, { areaId: z.string(), areaName: z.string(), deletedAt: MaybeTime });
export type ReportArea = z.infer<typeof AreaSchema>;

const DaySchema = z.object({
  day: z.string(),
  startsAt: Time,
  endsAt: Time,
  /**
   * The revision of the stored report with these figures; null while the day is running, or its report is being built.
   */
  revision: z.nullable(Int),
  closedAt: MaybeTime,
  /** Its single taps are deleted; five-minute intervals remain. */
  isCompacted: z.boolean(),
  /**
   * Taps were stored by the minute, as an earlier version did: peaks may be off by what was tapped within one minute.
   */
  isByMinute: z.boolean(),
  /** Where it begins in `intervalStarts`. */
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
  /** The sum of all devices that are not listed one by one: the last entry, with neither id nor name. */
  isOthers: z.optional(z.literal(true)),
  /** Without transfers and undone taps. */
  ins: Int,
  outs: Int,
  moves: Int,
  taps: Int,
  undone: Int,
  firstTapAt: Time,
  lastTapAt: Time,
  lateTaps: Int,
  latestSeconds: Int,
  /** Long times without a tap. */
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
  /** Null for the whole venue. */
  areaId: z.nullable(z.string()),
  areaName: z.nullable(z.string()),
  /** Percent of the capacity. */
  threshold: Int,
  /** Null when it was open before these days, or after them. */
  raisedAt: MaybeTime,
  endedAt: MaybeTime,
  /** Null when nobody has acknowledged it. */
  acknowledgedAt: MaybeTime,
  acknowledgedBy: z.nullable(ActorSchema),
  /** The device's name. */
  acknowledgedOn: z.nullable(z.string()),
});
export type ReportAlert = z.infer<typeof AlertEntrySchema>;

/** GET /api/events/{eventId}/report?from&to&interval */
export const ReportSchema = z.object({
  eventId: z.string(),
  eventName: z.string(),
  /** IANA time zone and HH:mm at which business days begin, as set: in force from the next day on at the latest. */
  timeZone: z.string(),
  reportTime: z.string(),
  from: z.string(),
  to: z.string(),
  interval: z.union([z.literal(5), z.literal(15), z.literal(30), z.literal(60)]),
  generatedAt: Time,
  /** All of its days are over, and their reports are stored. */
  isFinal: z.boolean(),
  /** Active days. */
  days: z.array(DaySchema),
  intervalStarts: z.array(Time),
  venue: SubjectSchema,
  /** The settings at the end, from which the venue's capacity is computed; null when none were ever set. */
  venueSettings: z.nullable(VenueSettingsSchema),
  areas: z.array(AreaSchema),
  devices: z.array(DeviceSchema),
  /** Changes, without alerts: the first REPORT_JOURNAL_MAX, and how many more there were. */
  journal: z.array(JournalEntrySchema),
  journalLeftOut: Int,
  /** In the order in which they were raised: the first REPORT_ALERTS_MAX, and how many more there were. */
  alerts: z.array(AlertEntrySchema),
  alertsLeftOut: Int,
  quality: z.object({
    taps: Int,
    ledgerRows: Int,
    /** Taps that arrived later than this after they were made. */
    late: z.object({ overMinute: Int, overTenMinutes: Int, overHour: Int }),
    latestSeconds: Int,
  }),
});
export type Report = z.infer<typeof ReportSchema>;

/** GET /api/events/{eventId}/reports: the stored daily reports, newest day and revision first. */
export const StoredReportListSchema = z.object({
  reports: z.array(z.object({ day: z.string(), revision: Int, closedAt: Time, startsAt: Time, endsAt: Time })),
});
export type StoredReportList = z.infer<typeof StoredReportListSchema>;
