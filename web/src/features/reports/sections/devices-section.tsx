import type { Report, ReportDevice } from '../../../../../src/shared/schemas/report';
import { formatCount } from '../../../texts/format';
import { reportTexts } from '../../../texts/report-texts';
import { zoneFormat } from '../../../texts/zone-format';
import { Badge } from '../../../ui/badge';
import { type DataColumn, DataTable } from '../../../ui/data-table';
import { deviceLabel } from '../../devices/device-list';
import { ReportSection } from './report-section';
import { formatSeconds } from '../report-words';

function devicesColumns(report: Report): DataColumn<ReportDevice>[] {
  const words = reportTexts.reports.devices;
  const { heads, others } = reportTexts.tables;
  const { moment } = zoneFormat(report.timeZone);
  const count = (head: string, of: (device: ReportDevice) => number): DataColumn<ReportDevice> => ({
    head,
    numeric: true,
    cell: (device) => formatCount(of(device)),
  });
  return [
    {
      head: heads.device,
      cell: (device) => (
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {device.isOthers ? others : deviceLabel(device)}
          {device.isAdmin && <Badge tone="neutral">{words.admin}</Badge>}
        </span>
      ),
    },
    count(heads.ins, ({ ins }) => ins),
    count(heads.outs, ({ outs }) => outs),
    count(heads.moves, ({ moves }) => moves),
    count(heads.undone, ({ undone }) => undone),
    { head: heads.firstTapAt, cell: ({ firstTapAt }) => <Moment text={moment(firstTapAt)} /> },
    { head: heads.lastTapAt, cell: ({ lastTapAt }) => <Moment text={moment(lastTapAt)} /> },
    {
      head: heads.lateTaps,
      numeric: true,
      cell: ({ lateTaps, latestSeconds }) =>
        lateTaps === 0 ? '0' : words.late(formatCount(lateTaps), formatSeconds(latestSeconds)),
    },
    {
      head: words.silent,
      cell: ({ silences }) => (
        <span className="grid min-w-44">
          {silences.length === 0 && '–'}
          {silences.map(({ from, to }) => (
            <span key={from}>{words.silence(moment(from), moment(to))}</span>
          ))}
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
    </ReportSection>
  );
}

const Moment = ({ text }: { text: string }) => <span className="whitespace-nowrap">{text}</span>;
