import { changesOf } from '../../../../../src/shared/sealed/capacity-at';
import { isLimited } from '../../../../../src/shared/sealed/verdict';
import type { Report, ReportArea, ReportDay, ReportSubject } from '../../../../../src/shared/schemas/report';
import { reportTexts } from '../../../texts/report-texts';
import { capacityThen, dayState } from '../report-words';
import { corrected, type SecondsAbove, secondsAbove, secondsBelowZero, SOME_SECONDS } from './subject-figures';
import { type Column, type Line, type Table, toLines } from './table';
import { guestsLeftOf } from './venue-capacity';

/** An area or the venue, with the name under which it is shown. */
export interface NamedSubject {
  /** The id of the area; null for the venue. */
  areaId: string | null;
  name: string;
  /** When the area was deleted, as an ISO time; null while it exists. */
  deletedAt: string | null;
  subject: ReportSubject;
}

const nameOf = ({ areaName, deletedAt }: ReportArea): string =>
  deletedAt === null ? areaName : reportTexts.tables.deleted(areaName);

/** Returns the venue first, then its areas in order of creation. */
export const subjectsOf = ({ venue, areas }: Report): NamedSubject[] => [
  { areaId: null, name: reportTexts.tables.venue, deletedAt: null, subject: venue },
  ...areas.map((area) => ({ areaId: area.areaId, name: nameOf(area), deletedAt: area.deletedAt, subject: area })),
];

/** Returns the venue's figures. Transfers between areas are left out. */
export function venueLines(report: Report): Line[] {
  const { heads, summary } = reportTexts.tables;
  const table = subjectsTable(report);
  // Where the staff that is taken off came from is known of the newest capacity alone.
  const origin = changesOf(report.venue.capacities).length > 0 ? null : guestsLeftOf(report);
  return table.rows
    .slice(0, 1)
    .flatMap((row) => toLines(table, row))
    .filter(({ label, value }) => value !== null && label !== heads.movedIn && label !== heads.movedOut)
    .flatMap((line) => {
      if (line.label !== heads.capacityThen) return [line];
      const guests = { ...line, label: heads.guestsThen };
      return origin === null ? [guests] : [guests, { label: summary.guestsOf, kind: 'text', value: origin }];
    });
}

/** Returns the lines at the head of the report: event, days, time zone and report time. */
export function headLines(report: Report): Line[] {
  const { summary, states, heads } = reportTexts.tables;
  const [day, another] = report.days;
  const { organizer, address } = report.letterhead;
  const given = (label: string, value: string): Line[] => (value === '' ? [] : [{ label, kind: 'text', value }]);
  return [
    { label: summary.event, kind: 'text', value: report.eventName },
    ...given(summary.organizer, organizer),
    ...given(summary.address, address),
    { label: summary.firstDay, kind: 'day', value: report.from },
    { label: summary.lastDay, kind: 'day', value: report.to },
    { label: summary.timeZone, kind: 'text', value: report.timeZone },
    { label: summary.reportTime, kind: 'text', value: report.reportTime },
    { label: summary.generatedAt, kind: 'moment', value: report.generatedAt },
    { label: summary.state, kind: 'text', value: report.isFinal ? states.final : states.preliminary },
    ...(day && !another && day.revision !== null
      ? ([
          { label: heads.revision, kind: 'text', value: String(day.revision) },
          { label: heads.closedAt, kind: 'moment', value: day.closedAt },
        ] as const)
      : []),
    report.interval === 'day'
      ? { label: heads.interval, kind: 'text', value: heads.day }
      : { label: summary.interval, kind: 'count', value: report.interval },
    { label: summary.emptyIntervals, kind: 'text', value: reportTexts.tables.emptyIntervals },
    { label: summary.timeAbove, kind: 'text', value: reportTexts.tables.timeAboveIs },
  ];
}

export function subjectsTable(report: Report): Table<NamedSubject> {
  const { heads } = reportTexts.tables;
  const count = (head: string, of: (subject: ReportSubject) => number | null, rest: object = {}) => ({
    head,
    kind: 'count' as const,
    value: ({ subject }: NamedSubject) => of(subject),
    width: 10,
    ...rest,
  });
  const duration = (head: string, of: (subject: ReportSubject) => number | null) =>
    ({ ...count(head, of), kind: 'duration', width: 14 }) as const;
  const above = (head: string, level: keyof SecondsAbove) =>
    duration(head, (subject) => (isLimited(subject) ? secondsAbove(subject)[level] : null));
  return {
    columns: [
      { head: heads.area, kind: 'text', value: ({ name }) => name, width: 28 },
      count(heads.capacityThen, capacityThen, { width: 14 }),
      count(heads.opening, ({ opening }) => opening),
      count(heads.ins, ({ ins }) => ins),
      count(heads.outs, ({ outs }) => outs),
      count(heads.net, ({ net }) => net, { onlyInFiles: true }),
      count(heads.movedIn, ({ movedIn }) => movedIn, { onlyInFiles: true }),
      count(heads.movedOut, ({ movedOut }) => movedOut, { onlyInFiles: true }),
      count(heads.floored, ({ floored }) => floored, { width: 14 }),
      count(heads.corrected, corrected, { width: 18 }),
      count(heads.closing, ({ closing }) => closing),
      count(heads.peak, ({ peak }) => peak),
      { head: heads.peakAt, kind: 'moment', value: ({ subject }) => subject.peakAt, width: 20 },
      above(heads.above75, 'above75'),
      above(heads.above90, 'above90'),
      above(heads.above100, 'above100'),
      { ...duration(heads.belowZero, secondsBelowZero), width: 16, onlyInFiles: true },
      {
        head: heads.deletedAt,
        kind: 'moment',
        value: ({ deletedAt }) => deletedAt,
        width: 20,
        onlyInFiles: true,
      },
    ],
    rows: subjectsOf(report),
  };
}

/** Returns a day's revision, or that the day has none yet. */
function revisionOf(day: ReportDay, generatedAt: string): string {
  const state = dayState(day, generatedAt);
  return state === 'closed' ? String(day.revision) : reportTexts.tables.dayStates[state];
}

export function daysTable({ days, generatedAt }: Report): Table<ReportDay> {
  const { heads } = reportTexts.tables;
  const columns: Column<ReportDay>[] = [
    { head: heads.day, kind: 'day', value: ({ day }) => day, width: 16 },
    { head: heads.from, kind: 'moment', value: ({ startsAt }) => startsAt, width: 20, onlyInFiles: true },
    { head: heads.to, kind: 'moment', value: ({ endsAt }) => endsAt, width: 20, onlyInFiles: true },
    { head: heads.ins, kind: 'count', value: ({ ins }) => ins, width: 10 },
    { head: heads.outs, kind: 'count', value: ({ outs }) => outs, width: 10 },
    { head: heads.peak, kind: 'count', value: ({ peak }) => peak, width: 10 },
    { head: heads.peakAt, kind: 'moment', value: ({ peakAt }) => peakAt, width: 20 },
    { head: heads.closing, kind: 'count', value: ({ closing }) => closing, width: 10 },
    { head: heads.revision, kind: 'text', value: (day) => revisionOf(day, generatedAt), width: 12 },
    { head: heads.closedAt, kind: 'moment', value: ({ closedAt }) => closedAt, width: 20 },
  ];
  return { columns, rows: days };
}

export interface OverPeriod {
  /** The id of the area; null for the venue. */
  areaId: string | null;
  name: string;
  from: string;
  /** The end of the period; null while it lasts. */
  to: string | null;
  /**
   * The time in seconds during which more people than the capacity were inside. Breaks of less than a minute do not end
   * the period, but are not included in the time.
   */
  seconds: number;
  peak: number;
  capacity: number;
}

/**
 * Returns a table of the periods in which more people than the capacity were inside. A period that still lasts is
 * counted up to the time of the report.
 */
export function overTable(report: Report): Table<OverPeriod> {
  const { heads, goesOn } = reportTexts.tables;
  const rows = subjectsOf(report).flatMap(({ areaId, name, subject }) =>
    subject.overCapacity.map(({ from, to, seconds, peak, capacity }) => ({
      areaId,
      name,
      from,
      to,
      seconds: Math.max(SOME_SECONDS, seconds),
      peak,
      capacity,
    })),
  );
  const columns: Column<OverPeriod>[] = [
    { head: heads.area, kind: 'text', value: ({ name }) => name, width: 28 },
    { head: heads.from, kind: 'exactMoment', value: ({ from }) => from, width: 20 },
    { head: heads.to, kind: 'exactMoment', value: ({ to }) => to ?? goesOn, width: 20 },
    { head: heads.timeAbove, kind: 'duration', value: ({ seconds }) => seconds, width: 14 },
    { head: heads.worst, kind: 'count', value: ({ peak }) => peak, width: 10 },
    { head: heads.capacity, kind: 'count', value: ({ capacity }) => capacity, width: 10 },
    { head: heads.above, kind: 'count', value: ({ peak, capacity }) => peak - capacity, width: 10 },
  ];
  return { columns, rows };
}

export interface CapacityChange {
  name: string;
  at: string;
  /** The capacity; null without a limit. */
  capacity: number | null;
}

/** Returns a table of the capacities over time. */
export function capacitiesTable(report: Report): Table<CapacityChange> {
  const { heads } = reportTexts.tables;
  const rows = subjectsOf(report).flatMap(({ name, subject }) =>
    subject.capacities.map(({ at, capacity }) => ({ name, at, capacity })),
  );
  const columns: Column<CapacityChange>[] = [
    { head: heads.area, kind: 'text', value: ({ name }) => name, width: 28 },
    { head: heads.inForceFrom, kind: 'moment', value: ({ at }) => at, width: 20 },
    { head: heads.capacity, kind: 'count', value: ({ capacity }) => capacity, width: 10 },
  ];
  return { columns, rows };
}
