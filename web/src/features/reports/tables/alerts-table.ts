import type { ReportAlert } from '../../../../../src/shared/reports/entries';
import type { Report } from '../../../../../src/shared/schemas/report';
import { reportTexts } from '../../../texts/report-texts';
import { actorText } from './actor-text';
import type { Column, Table } from './table';

/** Returns the name of the alert's area, or of the venue. */
export const alertPlace = ({ areaId, areaName }: ReportAlert): string =>
  areaId === null ? reportTexts.tables.venue : (areaName ?? reportTexts.journal.unknownArea);

/**
 * Returns the device on which somebody acknowledged the alert, otherwise the kind of user; null if nobody acknowledged
 * it.
 */
export function alertSeenBy({ acknowledgedBy, acknowledgedByKeyName, acknowledgedOn }: ReportAlert): string | null {
  if (acknowledgedOn !== null) return acknowledgedOn;
  return acknowledgedBy === null ? null : actorText(acknowledgedBy, acknowledgedByKeyName);
}

/** Whether the journal has an alert about a machine. */
export const hasSilences = ({ journal }: Pick<Report, 'journal'>): boolean =>
  journal.some(({ kind }) => kind === 'source_silent' || kind === 'source_troubled');

/** Whether somebody wrote what was done about one of the alerts. Otherwise tables have no column for it. */
export const hasNotes = (alerts: readonly ReportAlert[]): boolean => alerts.some(({ note }) => note);

/**
 * Returns a table of all alerts: threshold, start, end, who acknowledged it, and what was done if somebody wrote that.
 */
export function alertsTable({ alerts }: Report): Table<ReportAlert> {
  const { heads, openBefore, openAfter } = reportTexts.tables;
  const columns: Column<ReportAlert>[] = [
    { head: heads.area, kind: 'text', value: alertPlace, width: 28 },
    { head: heads.threshold, kind: 'count', value: ({ threshold }) => threshold, width: 12 },
    { head: heads.raisedAt, kind: 'moment', value: ({ raisedAt }) => raisedAt ?? openBefore, width: 20 },
    { head: heads.endedAt, kind: 'moment', value: ({ endedAt }) => endedAt ?? openAfter, width: 20 },
    { head: heads.acknowledgedAt, kind: 'moment', value: ({ acknowledgedAt }) => acknowledgedAt, width: 20 },
    { head: heads.acknowledgedBy, kind: 'text', value: alertSeenBy, width: 28 },
    ...(hasNotes(alerts)
      ? [{ head: heads.alertNote, kind: 'text' as const, value: ({ note }: ReportAlert) => note ?? null, width: 40 }]
      : []),
  ];
  return { columns, rows: alerts };
}
