import { changesOf } from '../../../../../src/shared/sealed/capacity-at';
import { isLimited } from '../../../../../src/shared/sealed/verdict';
import type { Report, ReportArea, ReportDay, ReportSubject } from '../../../../../src/shared/schemas/report';
import { reportTexts } from '../../../texts/report-texts';
import { capacityThen, dayState } from '../report-words';
import { corrected, type SecondsAbove, secondsAbove, secondsBelowZero, SOME_SECONDS } from './subject-figures';
import {
  type Column,
  countColumn,
  dayColumn,
  durationColumn,
  exactColumn,
  type Line,
  momentColumn,
  type SectionTable,
  textColumn,
  toLines,
} from './table';
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

export function subjectsTable(report: Report): SectionTable<NamedSubject> {
  const { heads, sheets } = reportTexts.tables;
  const { areas, areasLead } = reportTexts.paper;
  type Rest = Partial<Column<NamedSubject>>;
  const count = (head: string, of: (subject: ReportSubject) => number | null, rest?: Rest) =>
    countColumn<NamedSubject>(head, ({ subject }) => of(subject), rest);
  const above = (head: string, level: keyof SecondsAbove) =>
    durationColumn<NamedSubject>(head, ({ subject }) => (isLimited(subject) ? secondsAbove(subject)[level] : null));
  return {
    title: areas,
    lead: areasLead,
    sheet: sheets.areas,
    columns: [
      textColumn(heads.area, ({ name }) => name, { leads: true }),
      count(heads.capacityThen, capacityThen, { width: 14 }),
      count(heads.opening, ({ opening }) => opening, { only: 'paper' }),
      count(heads.ins, ({ ins }) => ins),
      count(heads.outs, ({ outs }) => outs),
      count(heads.net, ({ net }) => net, { only: 'files' }),
      count(heads.movedIn, ({ movedIn }) => movedIn, { only: 'files' }),
      count(heads.movedOut, ({ movedOut }) => movedOut, { only: 'files' }),
      count(heads.floored, ({ floored }) => floored, { width: 14, only: 'paper' }),
      count(heads.corrected, corrected, { width: 18, only: 'paper' }),
      count(heads.closing, ({ closing }) => closing),
      count(heads.peak, ({ peak }) => peak, { leads: true }),
      momentColumn(heads.peakAt, ({ subject }) => subject.peakAt, { only: 'paper' }),
      above(heads.above75, 'above75'),
      above(heads.above90, 'above90'),
      above(heads.above100, 'above100'),
      durationColumn(heads.belowZero, ({ subject }) => secondsBelowZero(subject), { width: 16, only: 'files' }),
      momentColumn(heads.deletedAt, ({ deletedAt }) => deletedAt, { only: 'files' }),
    ],
    rows: subjectsOf(report),
  };
}

/** Returns a day's revision, or that the day has none yet. */
function revisionOf(day: ReportDay, generatedAt: string): string {
  const state = dayState(day, generatedAt);
  return state === 'closed' ? String(day.revision) : reportTexts.tables.dayStates[state];
}

export function daysTable({ days, generatedAt }: Report): SectionTable<ReportDay> {
  const { heads, sheets } = reportTexts.tables;
  const columns: Column<ReportDay>[] = [
    dayColumn(heads.day, ({ day }) => day, { width: 16, leads: true }),
    momentColumn(heads.from, ({ startsAt }) => startsAt, { only: 'files' }),
    momentColumn(heads.to, ({ endsAt }) => endsAt, { only: 'files' }),
    countColumn(heads.ins, ({ ins }) => ins),
    countColumn(heads.outs, ({ outs }) => outs),
    countColumn(heads.peak, ({ peak }) => peak, { leads: true }),
    momentColumn(heads.peakAt, ({ peakAt }) => peakAt, { only: 'paper' }),
    countColumn(heads.closing, ({ closing }) => closing),
    textColumn(heads.revision, (day) => revisionOf(day, generatedAt), { width: 12 }),
    momentColumn(heads.closedAt, ({ closedAt }) => closedAt, { only: 'paper' }),
  ];
  return { title: reportTexts.paper.days, sheet: sheets.days, columns, rows: days };
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
export function overTable(report: Report): SectionTable<OverPeriod> {
  const { over, overLead } = reportTexts.paper;
  const { heads, goesOn, sheets } = reportTexts.tables;
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
    textColumn(heads.area, ({ name }) => name),
    exactColumn(heads.from, ({ from }) => from, { screenKind: 'moment' }),
    exactColumn(heads.to, ({ to }) => to ?? goesOn, { screenKind: 'moment' }),
    durationColumn(heads.timeAbove, ({ seconds }) => seconds),
    countColumn(heads.worst, ({ peak }) => peak),
    countColumn(heads.capacity, ({ capacity }) => capacity, { only: 'paper' }),
    countColumn(heads.above, ({ peak, capacity }) => peak - capacity, { only: 'paper' }),
  ];
  return { title: over, lead: overLead, sheet: sheets.over, leftOut: report.overCapacityLeftOut, columns, rows };
}

export interface CapacityChange {
  name: string;
  at: string;
  /** The capacity; null without a limit. */
  capacity: number | null;
}

/** Returns a table of the capacities over time. */
export function capacitiesTable(report: Report): SectionTable<CapacityChange> {
  const { heads, sheets } = reportTexts.tables;
  const rows = subjectsOf(report).flatMap(({ name, subject }) =>
    subject.capacities.map(({ at, capacity }) => ({ name, at, capacity })),
  );
  const columns: Column<CapacityChange>[] = [
    textColumn(heads.area, ({ name }) => name),
    momentColumn(heads.inForceFrom, ({ at }) => at),
    countColumn(heads.capacity, ({ capacity }) => capacity),
  ];
  return { title: reportTexts.paper.capacities, sheet: sheets.capacities, columns, rows };
}
