import type { Report, ReportDevice } from '../../../../../src/shared/schemas/report';
import { formatCount } from '../../../texts/format';
import { reportTexts } from '../../../texts/report-texts';
import { Badge } from '../../../ui/badge';
import { type DataColumn, DataTable } from '../../../ui/data-table';
import { devicesTable, reportDeviceName } from '../tables/record-tables';
import { screenColumns } from '../tables/screen-columns';
import { momentOf } from '../report-clock';
import { ReportSection } from './report-section';
import { formatDuration } from '../report-words';

/** The number of quiet times shown for a device. The files contain all of them. */
const QUIET_TIMES_AT_ONCE = 31;

function devicesColumns(report: Report): DataColumn<ReportDevice>[] {
  const words = reportTexts.reports.devices;
  const { heads } = reportTexts.tables;
  const moment = momentOf(report);
  return [
    ...screenColumns(devicesTable(report), report, {
      [heads.device]: {
        cell: (device) => (
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            {reportDeviceName(device)}
            {device.isAdmin && <Badge tone="neutral">{words.admin}</Badge>}
          </span>
        ),
      },
      [heads.lateTaps]: {
        cell: ({ lateTaps, latestSeconds }) =>
          lateTaps === 0 ? '0' : words.late(formatCount(lateTaps), formatDuration(latestSeconds)),
      },
    }),
    {
      head: words.silent,
      cell: ({ quietTimes }) => (
        <span className="grid min-w-44">
          {quietTimes.length === 0 && '–'}
          {quietTimes.slice(0, QUIET_TIMES_AT_ONCE).map(({ from, to }) => (
            <span key={from}>{words.quietTime(moment(from), moment(to))}</span>
          ))}
          {quietTimes.length > QUIET_TIMES_AT_ONCE && words.more(formatCount(quietTimes.length - QUIET_TIMES_AT_ONCE))}
        </span>
      ),
    },
  ];
}

/** Lists what each device counted. */
export function DevicesSection({ report }: { report: Report }) {
  const words = reportTexts.reports.devices;
  return (
    <ReportSection title={words.title} lead={words.lead}>
      <DataTable
        label={words.title}
        rows={report.devices}
        keyOf={({ deviceId, isAdmin }) => `${deviceId} ${isAdmin}`}
        columns={devicesColumns(report)}
      />
      {report.quietTimesLeftOut > 0 && (
        <p className="text-sm text-muted">{words.leftOut(formatCount(report.quietTimesLeftOut))}</p>
      )}
    </ReportSection>
  );
}
