import { MINUTE_MS } from '../../../../src/shared/durations';
import { changesOf } from '../../../../src/shared/sealed/capacity-at';
import { capacityNote } from '../../../../src/shared/sealed/notes';
import { hasTwoDates } from '../../../../src/shared/sealed/two-dates';
import { zonedTimes } from '../../../../src/shared/sealed/zoned-time';
import type { Report, ReportSubject } from '../../../../src/shared/schemas/report';
import { reportTexts } from '../../texts/report-texts';
import { formatCount } from '../../texts/format';
import { formatDates, formatDayRange, zoneFormat } from '../../texts/zone-format';
import { clockOf } from './tables/format-cell';

/**
 * Returns a function that writes moments as 'Nov 20 23:58', or as 'Nov 20, 2026 23:58' if the year is not the one in
 * the report's head, which names no single year if the days are in two.
 */
export function momentOf(report: Report): (moment: string) => string {
  const { moment } = zoneFormat(report.timeZone);
  const withYear = needsYear(report);
  return (at) => moment(at, { withYear: withYear(at) });
}

function needsYear(report: Report): (moment: string) => boolean {
  const { timeZone, year } = clockOf(report);
  const { year: yearOf } = zoneFormat(timeZone);
  return (moment) => yearOf(moment) !== year;
}

/** Returns 'at 23:58' for a report of one day, 'at Nov 20 23:58' for several. @param moment an ISO time */
export function atMoment(report: Report, moment: string): string {
  const { clearTime, monthDay } = zoneFormat(report.timeZone);
  const words = reportTexts.reports;
  if (report.days.length === 1) return words.atTime(clearTime(moment));
  return words.atMoment(monthDay(moment, { withYear: needsYear(report)(moment) }), clearTime(moment));
}

/**
 * Returns the offset from UTC on the report's days: 'GMT+2', or, if it changed, 'GMT+2, from Oct 25 GMT+1'. In a year it
 * usually changes twice.
 */
export function clockOffsets({ timeZone, days, generatedAt }: Report): string {
  const { offset, monthDay } = zoneFormat(timeZone);
  let before = Date.parse(days[0]?.startsAt ?? generatedAt);
  let text = offset(before);
  const ends = days.length === 0 ? [before] : days.map(({ endsAt }) => Date.parse(endsAt));
  for (const end of ends) {
    // The last millisecond of the day.
    let after = end - 1;
    const [first, last] = [offset(before), offset(after)];
    if (first !== last) {
      let low = before;
      while (after - low > MINUTE_MS) {
        const middle = Math.floor((low + after) / 2);
        if (offset(middle) === first) low = middle;
        else after = middle;
      }
      text = reportTexts.reports.offsets(text, monthDay(after), last);
    }
    before = end - 1;
  }
  return text;
}

/**
 * Returns the days of a report as its title has them. A single day whose counts lie on two dates has both, with the times
 * from and to: 'Nov 27 – 28, 2026 (06:00 to 06:00)'.
 */
export function reportDays(report: Pick<Report, 'from' | 'to' | 'days' | 'devices' | 'timeZone'>): string {
  const { from, to, timeZone, days, devices } = report;
  const [day] = days;
  const tapsAt = devices.map(({ lastTapAt }) => Date.parse(lastTapAt));
  if (from !== to || day === undefined || !hasTwoDates(from, tapsAt, zonedTimes(timeZone))) {
    return formatDayRange(from, to);
  }
  const { time } = zoneFormat(timeZone);
  const dates = formatDates(from, zonedTimes(timeZone)(Date.parse(day.endsAt)).slice(0, from.length));
  return reportTexts.face.notes.dayOfTwoDates(dates, time(day.startsAt), time(day.endsAt));
}

/** Returns how a capacity changed: 'The capacity changed: 223 from 06:00, 180 from 22:40.'; null if it did not. */
export function changesText(report: Report, { capacities }: Pick<ReportSubject, 'capacities'>): string | null {
  const words = reportTexts.reports.facts;
  const when = report.days.length === 1 ? zoneFormat(report.timeZone).clearTime : momentOf(report);
  const list = changesOf(capacities).map(({ at, capacity }) =>
    words.from(capacity === null ? words.noLimit : formatCount(capacity), when(at)),
  );
  return capacityNote(reportTexts.face.notes, list);
}
