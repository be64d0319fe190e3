import { isoTime } from '../../../src/time/iso-time';
import type {
  Intervals,
  Report,
  ReportArea,
  ReportCategory,
  ReportDay,
  ReportSubject,
} from '../../../src/shared/schemas/report';

/**
 * A weekend of two nights in Berlin, in intervals of 15 minutes: three areas, one of which is deleted on the second
 * night, a raised capacity, more people than allowed for a while, a phone that was silent, and late taps. Its sums are
 * consistent: any of its figures can be added up.
 */
const INTERVAL_MS = 15 * 60_000;
const PER_DAY = 96;
const DAYS = [
  { day: '2026-11-20', startsAt: Date.parse('2026-11-20T05:00:00.000Z'), revision: 2 },
  { day: '2026-11-21', startsAt: Date.parse('2026-11-21T05:00:00.000Z'), revision: 1 },
];
/** 18:00 local time: 12 h into the business day. */
const DOORS = 48;

const startOf = (slot: number): number => DAYS[Math.floor(slot / PER_DAY)]!.startsAt + (slot % PER_DAY) * INTERVAL_MS;
const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

interface Flow {
  ins: number[];
  outs: number[];
}

/** Entries from 18:00 on and exits four hours later, with these `guests` each night; only the first `slots`. */
function flowOf(slots: number, guests: readonly [number, number], delay = 0): Flow {
  const flow: Flow = { ins: Array<number>(2 * PER_DAY).fill(0), outs: Array<number>(2 * PER_DAY).fill(0) };
  const shares = [4, 9, 14, 18, 16, 13, 10, 7, 5, 4];
  for (const [night, all] of guests.entries()) {
    let left = all;
    for (const [i, share] of shares.entries()) {
      const people = i === shares.length - 1 ? left : Math.round((all * share) / 100);
      left -= people;
      flow.ins[night * PER_DAY + DOORS + delay + i] = people;
      flow.outs[night * PER_DAY + DOORS + delay + 16 + i] = people;
    }
  }
  return { ins: flow.ins.slice(0, slots), outs: flow.outs.slice(0, slots) };
}

type CapacityAt = (slot: number) => number | null;

/** Within an interval, entries are counted before exits. */
function intervalsOf({ ins, outs }: Flow, capacityAt: CapacityAt): Intervals {
  const columns: Intervals = { ins, outs, min: [], max: [], end: [], capacity: [] };
  let inside = 0;
  for (const [slot, came] of ins.entries()) {
    const end = inside + came - outs[slot]!;
    columns.min.push(Math.min(inside, end));
    columns.max.push(inside + came);
    columns.end.push(end);
    columns.capacity.push(capacityAt(slot));
    inside = end;
  }
  return columns;
}

function minutesOver(intervals: Intervals, percent: number): number {
  const over = intervals.end.filter((end, slot) => {
    const capacity = intervals.capacity[slot];
    return !!capacity && end > (capacity * percent) / 100;
  });
  return over.length * 15;
}

function subjectOf(flow: Flow, capacityAt: CapacityAt, capacities: ReportSubject['capacities']): ReportSubject {
  const intervals = intervalsOf(flow, capacityAt);
  const [ins, outs] = [sum(flow.ins), sum(flow.outs)];
  const [above75, above90, above100] = [75, 90, 100].map((percent) => minutesOver(intervals, percent));
  const isOver = (slot: number) => intervals.end[slot]! > (intervals.capacity[slot] ?? Infinity);
  const slots = [...intervals.end.keys()];
  const over = slots.filter(isOver);
  const [first, after] = [over[0]!, slots.find((slot) => slot > over[0]! && !isOver(slot))!];
  const period = () => ({
    from: isoTime(startOf(first)),
    to: isoTime(startOf(after)),
    seconds: above100! * 60,
    peak: Math.max(...intervals.end.slice(first, after)),
    capacity: intervals.capacity[first]!,
  });
  return {
    capacity: capacities.at(-1)?.capacity ?? null,
    capacities,
    ins,
    outs,
    net: ins - outs,
    movedIn: 0,
    movedOut: 0,
    floored: 0,
    opening: 0,
    closing: intervals.end.at(-1)!,
    ...peakOf(intervals.max, 0),
    minutesAbove: { above75: above75!, above90: above90!, above100: above100! },
    minutesBelowZero: 0,
    overCapacity: over.length === 0 ? [] : [period()],
    intervals,
  };
}

/** The maximum of these intervals, the first of which has index `from`, and its time. */
function peakOf(max: readonly number[], from: number) {
  const peak = Math.max(...max);
  return { peak, peakAt: isoTime(startOf(from + max.indexOf(peak)) + 7 * 60_000 + 12_000) };
}

const begin = isoTime(DAYS[0]!.startsAt);
/** When the capacity of the lounge is raised: at 20:00 on the second night. */
const RAISED = PER_DAY + 56;
const about = { actor: 'admin', areaId: null, areaName: null, before: null, after: null, note: null } as const;

const lounged = { areaId: 'a1', areaName: '東京 Lounge' } as const;
const deleted = { kind: 'area_deleted', areaId: 'a3', areaName: 'Balcony', before: 'Balcony' } as const;
const nobodyYet = { acknowledgedAt: null, acknowledgedBy: null, acknowledgedOn: null } as const;

function reportOf(slots: number): Report {
  const isFinal = slots === 2 * PER_DAY;
  const lounge: ReportArea = {
    ...lounged,
    deletedAt: null,
    ...subjectOf(flowOf(slots, [118, 96]), (slot) => (slot < RAISED ? 100 : 120), [
      { at: begin, capacity: 100 },
      { at: isoTime(startOf(RAISED)), capacity: 120 },
    ]),
    floored: 3,
  };
  const hall: ReportArea = {
    areaId: 'a2',
    areaName: 'Ελλάδα',
    deletedAt: null,
    ...subjectOf(flowOf(slots, [205, 240], 2), () => 300, [{ at: begin, capacity: 300 }]),
  };
  const balcony: ReportArea = {
    areaId: 'a3',
    areaName: 'Balcony',
    deletedAt: isFinal ? isoTime(startOf(2 * PER_DAY - 4)) : null,
    ...subjectOf(flowOf(slots, [31, 24], 4), () => null, [{ at: begin, capacity: null }]),
  };
  const areas = [lounge, hall, balcony];
  const together = (column: 'ins' | 'outs'): number[] =>
    lounge.intervals[column].map((_, slot) => sum(areas.map(({ intervals }) => intervals[column][slot]!)));
  const venue = subjectOf({ ins: together('ins'), outs: together('outs') }, () => 400, [{ at: begin, capacity: 400 }]);

  const days = DAYS.map(({ day, startsAt, revision }, i): ReportDay => {
    const closed = isFinal || i === 0;
    const part = (column: number[]) => column.slice(i * PER_DAY, (i + 1) * PER_DAY);
    return {
      day,
      startsAt: isoTime(startsAt),
      endsAt: isoTime(startsAt + PER_DAY * INTERVAL_MS),
      revision: closed ? revision : null,
      closedAt: !closed ? null : isoTime(startsAt + PER_DAY * INTERVAL_MS + revision * 60_000),
      isCompacted: false,
      firstInterval: i * PER_DAY,
      ins: sum(part(venue.intervals.ins)),
      outs: sum(part(venue.intervals.outs)),
      ...peakOf(part(venue.intervals.max), i * PER_DAY),
      closing: part(venue.intervals.end).at(-1)!,
    };
  });

  const [firstNight, secondNight] = [startOf(DOORS), startOf(PER_DAY + DOORS)];
  const [half, rest] = [Math.floor(venue.ins / 2), Math.ceil(venue.ins / 2)];

  return {
    eventId: 'e1',
    eventName: 'Warehouse Friday',
    letterhead: { organizer: 'Hafen Events GmbH', address: 'Am Kai 12, 20457 Hamburg' },
    timeZone: 'Europe/Berlin',
    reportTime: '06:00',
    from: '2026-11-20',
    to: '2026-11-21',
    interval: 15,
    generatedAt: isFinal ? '2026-11-22T09:30:00.000Z' : isoTime(startOf(slots) - 4 * 60_000),
    isFinal,
    days,
    intervalStarts: Array.from({ length: slots }, (_, slot) => isoTime(startOf(slot))),
    venue: { ...venue, floored: 3 },
    venueSettings: { capacity: 427, staffAllowance: 27, safetyMarginPercent: 5, alertThresholds: [75, 90, 100] },
    areas,
    overCapacityLeftOut: 0,
    quietTimesLeftOut: 0,
    devices: [
      {
        deviceId: 'd1',
        deviceName: 'Main door',
        isAdmin: false,
        ins: half,
        outs: rest,
        moves: 0,
        taps: venue.ins + 2,
        undone: 1,
        firstTapAt: isoTime(firstNight + 31_000),
        lastTapAt: isoTime(Math.min(secondNight + 30 * INTERVAL_MS, startOf(slots - 1))),
        lateTaps: 42,
        latestSeconds: 1325,
        quietTimes: [{ from: isoTime(firstNight + 8 * INTERVAL_MS), to: isoTime(firstNight + 14 * INTERVAL_MS) }],
      },
      {
        deviceId: 'd2',
        deviceName: null,
        isAdmin: true,
        ins: venue.ins - half,
        outs: venue.outs - rest,
        moves: 0,
        taps: venue.outs,
        undone: 0,
        firstTapAt: isoTime(firstNight + 95_000),
        lastTapAt: isoTime(Math.min(secondNight + 29 * INTERVAL_MS, startOf(slots - 1))),
        lateTaps: 0,
        latestSeconds: 4,
        quietTimes: [],
      },
    ],
    journal: [
      { ...about, ...lounged, at: isoTime(firstNight - 600_000), kind: 'occupancy_reset', before: 4, after: 0 },
      {
        ...about,
        at: isoTime(firstNight + 6 * INTERVAL_MS),
        actor: 'accessCode',
        kind: 'occupancy_recounted',
        areaId: 'a2',
        areaName: 'Ελλάδα',
        before: 151,
        after: 151,
        note: 'Counted by hand at the bar',
      },
      { ...about, ...lounged, at: isoTime(startOf(RAISED)), kind: 'capacity_changed', before: 100, after: 120 },
      ...(balcony.deletedAt === null ? [] : [{ ...about, ...deleted, at: balcony.deletedAt }]),
    ],
    journalLeftOut: 0,
    alerts: [
      {
        ...lounged,
        threshold: 75,
        raisedAt: isoTime(secondNight + 10 * INTERVAL_MS),
        endedAt: isoTime(secondNight + 12 * INTERVAL_MS),
        acknowledgedAt: isoTime(secondNight + 10 * INTERVAL_MS + 20_000),
        acknowledgedBy: 'accessCode',
        acknowledgedOn: 'North door',
      },
      {
        ...nobodyYet,
        areaId: null,
        areaName: null,
        threshold: 90,
        raisedAt: isoTime(secondNight + 11 * INTERVAL_MS),
        endedAt: null,
      },
    ],
    alertsLeftOut: 0,
    quality: {
      taps: venue.ins + venue.outs + 2,
      ledgerRows: 412,
      late: { overMinute: 42, overTenMinutes: 9, overHour: 0 },
      latestSeconds: 1325,
      recounts: [
        { at: isoTime(firstNight + 6 * INTERVAL_MS), areaId: 'a2', areaName: 'Ελλάδα', drift: 0, crossings: 151 },
        { at: isoTime(firstNight + 9 * INTERVAL_MS), ...lounged, drift: -3, crossings: 240 },
      ],
      recountsLeftOut: 0,
      countingError: { recounts: 2, per1000: 12, busiestDay: 9, marginPercent: 5 },
    },
  };
}

/** Both nights, closed. */
export const closedReport = reportOf(2 * PER_DAY);
/** At 23:11 during the second night, when the balcony still exists. */
/** The same weekend as a report over a year, with one interval a day. */
export const yearReport: Report = {
  ...closedReport,
  from: '2025-11-22',
  to: '2026-11-22',
  interval: 'day',
  days: closedReport.days.map((day, i) => ({ ...day, firstInterval: i })),
  intervalStarts: closedReport.days.map(({ startsAt }) => startsAt),
  venue: byDay(closedReport.venue),
  areas: closedReport.areas.map(byDay),
};

export const runningReport = reportOf(PER_DAY + DOORS + 21);

/** The intervals of a day without counts. */
const NO_INTERVALS: Intervals = { ins: [], outs: [], min: [], max: [], end: [], capacity: [] };
export const emptyReport: Report = {
  ...closedReport,
  to: '2026-11-20',
  days: [],
  intervalStarts: [],
  venue: { ...subjectOf({ ins: [0], outs: [0] }, () => null, []), peakAt: null, intervals: NO_INTERVALS },
  areas: [],
  devices: [],
  journal: [],
  alerts: [],
  quality: {
    taps: 0,
    ledgerRows: 0,
    late: { overMinute: 0, overTenMinutes: 0, overHour: 0 },
    latestSeconds: 0,
    recounts: [],
    recountsLeftOut: 0,
    countingError: null,
  },
};

function byDay<Subject extends ReportSubject>(subject: Subject): Subject {
  const { ins, outs, min, max, end, capacity } = subject.intervals;
  const nights = <T, Of>(column: readonly T[], of: (night: T[]) => Of): Of[] =>
    [0, 1].map((night) => of(column.slice(night * PER_DAY, (night + 1) * PER_DAY)));
  const intervals: Intervals = {
    ins: nights(ins, sum),
    outs: nights(outs, sum),
    min: nights(min, (night) => Math.min(...night)),
    max: nights(max, (night) => Math.max(...night)),
    end: nights(end, (night) => night.at(-1)!),
    capacity: nights(capacity, (night) => night.at(-1)!),
  };
  return { ...subject, intervals };
}

const categoryOf = (name: string, part: number, { intervals, closing }: ReportSubject): ReportCategory => {
  const partOf = (counts: readonly number[]) => counts.map((count) => Math.round(count * part));
  const [ins, outs] = [partOf(intervals.ins), partOf(intervals.outs)];
  return {
    categoryId: name.toLowerCase(),
    name,
    ins: sum(ins),
    outs: sum(outs),
    closing,
    share: part * 100,
    intervals: { ins, outs, occupancy: partOf(intervals.end) },
  };
};

/** The subject, whose entries named adults three times out of four. The people inside are known, or nobody knows them. */
function withCategories<Of extends ReportSubject>(subject: Of, isKnown = true): Of {
  const categories = [categoryOf('Adults', 0.75, subject), categoryOf('Children', 0.25, subject)];
  if (isKnown) return { ...subject, categories };
  const unknown = ({ intervals, ...category }: ReportCategory): ReportCategory => ({
    ...category,
    closing: null,
    intervals: { ...intervals, occupancy: intervals.ins.map(() => null) },
  });
  return { ...subject, categories: categories.map(unknown) };
}

/** The closed weekend of an event with categories. The balcony was counted without them. */
export const categoryReport: Report = {
  ...closedReport,
  venue: withCategories(closedReport.venue),
  areas: closedReport.areas.map((area) => (area.areaId === 'a3' ? area : withCategories(area, area.areaId === 'a1'))),
};
