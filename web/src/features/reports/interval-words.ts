import { occupancyPercent } from '../../ui/occupancy-level';
import type { Report, ReportSubject } from '../../../../src/shared/schemas/report';
import { formatCount, formatPercent } from '../../texts/format';
import { reportTexts } from '../../texts/report-texts';
import { formatDay, zoneFormat } from '../../texts/zone-format';
import { dayAt, spanOf } from './shown-intervals';

/**
 * Returns '23:00–23:15'. Offsets are added to times that occur twice because clocks are set back. In a report by days it
 * is the business day, as 'Fri, Nov 20, 2026'.
 */
export function intervalTimes(report: Report, at: number): string {
  if (report.interval === 'day') return formatDay(dayAt(report, at)?.day ?? report.from);
  const { clearTime } = zoneFormat(report.timeZone);
  const [from, to] = spanOf(report, at);
  return `${clearTime(from)}–${clearTime(to)}`;
}

/** Returns the highest occupancy in percent of the capacity; null without a limit. */
function intervalShare({ intervals }: ReportSubject, at: number): string | null {
  const capacity = intervals.capacity[at];
  return capacity ? formatPercent(occupancyPercent(intervals.max[at] ?? 0, capacity)) : null;
}

function intervalRange({ intervals }: ReportSubject, at: number): string {
  const [min, max] = [intervals.min[at] ?? 0, intervals.max[at] ?? 0];
  return min === max ? formatCount(max) : `${formatCount(min)}–${formatCount(max)}`;
}

/** Returns an interval with its date: 'Nov 20, 23:00–23:15'. */
export function intervalWords(report: Report, at: number): string {
  if (report.interval === 'day') return intervalTimes(report, at);
  const [from] = spanOf(report, at);
  return `${zoneFormat(report.timeZone).date(from)}, ${intervalTimes(report, at)}`;
}

/** Returns a sentence with the figures that the chart shows for an interval. */
export function intervalSentence(report: Report, subject: ReportSubject, at: number): string {
  const words = reportTexts.reports.chart;
  const { intervals } = subject;
  const inside = words.inside(intervalWords(report, at), intervalRange(subject, at));
  const flow = words.flowOf(formatCount(intervals.ins[at] ?? 0), formatCount(intervals.outs[at] ?? 0));
  const share = intervalShare(subject, at);
  const capacity = intervals.capacity[at];
  return share === null || !capacity
    ? `${inside} ${flow}`
    : `${inside} ${flow} ${words.share(share, formatCount(capacity))}`;
}
