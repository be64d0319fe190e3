import type { Report } from '../../../../src/shared/schemas/report';
import { reportTexts } from '../../texts/report-texts';
import { zoneFormat, zoneName } from '../../texts/zone-format';
import { Badge } from '../../ui/badge';
import { Check } from '../../ui/icons/checks';
import { CircleDashed, Radio } from '../../ui/icons/reports';
import { clockOffsets, reportDays } from './report-clock';
import { isRunning } from './report-words';

export interface ReportHeadProps {
  report: Report;
  /** Whether the last update failed. No part of the report is live then. */
  isStale: boolean;
}

/** Says whether the figures are live, from days that are being closed, or from closed days. */
function StateBadge({ report, isStale }: ReportHeadProps) {
  const words = reportTexts.reports.state;
  if (report.days.length === 0) return null;
  if (isRunning(report)) {
    if (isStale) return null;
    return (
      <Badge tone="good" icon={<Radio size={14} />}>
        {words.live}
      </Badge>
    );
  }
  if (!report.isFinal) {
    return (
      <Badge tone="warn" icon={<CircleDashed size={14} />}>
        {words.closing}
      </Badge>
    );
  }
  return (
    <Badge tone="neutral" icon={<Check size={14} />}>
      {words.closed}
    </Badge>
  );
}

export interface ReportHeadingProps {
  eventName: string;
  /** Missing until the report has loaded. */
  report: Report | undefined;
}

/** The heading of the screen: what it is, of which event, on which days. */
export function ReportHeading({ eventName, report }: ReportHeadingProps) {
  return (
    <h1 title={eventName} className="min-w-0 grow sm:basis-64">
      <span className="block text-sm font-semibold tracking-wide text-muted uppercase">{reportTexts.face.heading}</span>{' '}
      <span className="line-clamp-3 text-[min(1.75rem,11vw)] leading-tight font-semibold tracking-tight">
        {eventName}
      </span>{' '}
      {report && <span className="block text-lg font-semibold">{reportDays(report)}</span>}
    </h1>
  );
}

/** Shows the state of the report, the time zone, and the time of its figures. */
export function ReportHead({ report, isStale }: ReportHeadProps) {
  const { timeZone, reportTime, generatedAt } = report;
  const { exactTime, date } = zoneFormat(timeZone);
  const words = reportTexts.reports;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <StateBadge report={report} isStale={isStale} />
      <p className="text-sm text-muted">
        {words.clock(zoneName(timeZone), clockOffsets(report), reportTime)}{' '}
        {words.asOf(`${date(generatedAt)}, ${exactTime(generatedAt)}`)}
      </p>
    </div>
  );
}
