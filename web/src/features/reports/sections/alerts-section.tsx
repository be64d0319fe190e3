import type { Report } from '../../../../../src/shared/schemas/report';
import { formatCount } from '../../../texts/format';
import { reportTexts } from '../../../texts/report-texts';
import { type DataColumn, DataTable } from '../../../ui/data-table';
import { levelsText } from '../../alerts/rises';
import {
  alertPlace,
  alertSeenBy,
  hasNotes,
  hasMachineAlerts,
  reportRises,
  type ReportRise,
} from '../tables/alerts-table';
import { momentOf } from '../report-clock';
import { OneLine } from './one-line';
import { useFirstRows } from './use-first-rows';
import { ReportSection } from './report-section';

/** The number of alerts shown at first. */
const ALERTS_AT_ONCE = 20;

function alertColumns(report: Report, rises: readonly ReportRise[]): DataColumn<ReportRise>[] {
  const words = reportTexts.reports.alerts;
  const { heads, openBefore, openAfter } = reportTexts.tables;
  const moment = momentOf(report);
  const momentOr = (at: string | null, otherwise: string) => <OneLine text={at === null ? otherwise : moment(at)} />;
  return [
    { head: heads.area, cell: alertPlace },
    { head: heads.level, numeric: true, cell: ({ levels }) => <OneLine text={levelsText(levels)} /> },
    { head: heads.raisedAt, cell: ({ raisedAt }) => momentOr(raisedAt, openBefore) },
    { head: heads.endedAt, cell: ({ endedAt }) => momentOr(endedAt, openAfter) },
    {
      head: heads.acknowledgedBy,
      cell: (alert) => {
        const who = alertSeenBy(alert);
        if (who === null || alert.acknowledgedAt === null)
          return <span className="text-muted">{alert.isMissed ? words.nobody : '–'}</span>;
        return (
          <span className="grid">
            <span>{who}</span>
            <span className="text-xs whitespace-nowrap text-muted">{moment(alert.acknowledgedAt)}</span>
          </span>
        );
      },
    },
    ...(hasNotes(rises) ? [{ head: heads.alertNote, cell: ({ note }: ReportRise) => note ?? '' }] : []),
  ];
}

/** Lists the thresholds that were reached, until when, who acknowledged the alerts, and what was done. */
export function AlertsSection({ report }: { report: Report }) {
  const words = reportTexts.reports.alerts;
  const { alertsLeftOut } = report;
  const alerts = reportRises(report);
  const { shown, more } = useFirstRows(alerts, ALERTS_AT_ONCE, words.showAll);
  return (
    <ReportSection title={words.title} lead={alerts.length > 0 && words.lead}>
      {alerts.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        <DataTable
          label={words.title}
          rows={shown}
          keyOf={({ areaId, threshold, raisedAt, endedAt }) => `${areaId} ${threshold} ${raisedAt} ${endedAt}`}
          columns={alertColumns(report, alerts)}
        />
      )}
      {more}
      {hasMachineAlerts(report) && <p>{words.machineAlerts}</p>}
      {alertsLeftOut > 0 && <p className="text-sm text-muted">{words.leftOut(formatCount(alertsLeftOut))}</p>}
    </ReportSection>
  );
}
