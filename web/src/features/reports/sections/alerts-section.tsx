import type { Report } from '../../../../../src/shared/schemas/report';
import { formatCount } from '../../../texts/format';
import { reportTexts } from '../../../texts/report-texts';
import { DataTable } from '../../../ui/data-table';
import { levelsText } from '../../alerts/rises';
import { alertSeenBy, alertsTable, hasMachineAlerts, type ReportRise } from '../tables/alerts-table';
import { type ScreenCells, screenColumns } from '../tables/screen-columns';
import { momentOf } from '../report-clock';
import { useFirstRows } from './use-first-rows';
import { ReportSection } from './report-section';

/** The number of alerts shown at first. */
const ALERTS_AT_ONCE = 20;

function alertCells(report: Report): ScreenCells<ReportRise> {
  const { nobody } = reportTexts.reports.alerts;
  const { heads } = reportTexts.tables;
  const moment = momentOf(report);
  return {
    [heads.threshold]: { head: heads.level, cell: ({ levels }) => levelsText(levels) },
    [heads.acknowledgedBy]: {
      cell: (alert) => {
        const who = alertSeenBy(alert);
        if (who === null || alert.acknowledgedAt === null)
          return <span className="text-muted">{alert.isMissed ? nobody : '–'}</span>;
        return (
          <span className="grid">
            <span>{who}</span>
            <span className="text-xs whitespace-nowrap text-muted">{moment(alert.acknowledgedAt)}</span>
          </span>
        );
      },
    },
    [heads.alertNote]: { cell: ({ note }) => note ?? '' },
  };
}

/** Lists the thresholds that were reached, until when, who acknowledged the alerts, and what was done. */
export function AlertsSection({ report }: { report: Report }) {
  const words = reportTexts.reports.alerts;
  const { alertsLeftOut } = report;
  const table = alertsTable(report);
  const alerts = table.rows;
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
          columns={screenColumns(table, report, alertCells(report))}
        />
      )}
      {more}
      {hasMachineAlerts(report) && <p>{words.machineAlerts}</p>}
      {alertsLeftOut > 0 && <p className="text-sm text-muted">{words.leftOut(formatCount(alertsLeftOut))}</p>}
    </ReportSection>
  );
}
