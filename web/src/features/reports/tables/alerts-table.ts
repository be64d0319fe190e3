import type { ReportAlert } from '../../../../../src/shared/reports/entries';
import type { Report } from '../../../../../src/shared/schemas/report';
import { reportTexts } from '../../../texts/report-texts';
import { isMissed, levelsText, risesOf, seenOf, topOf } from '../../alerts/rises';
import { actorText } from './actor-text';
import { type Column, countColumn, momentColumn, type SectionTable, textColumn } from './table';

/** One rise of an area or the venue: its highest level, with what was done at each. */
export interface ReportRise extends ReportAlert {
  /** The levels in percent, the lowest first. */
  levels: readonly number[];
  /** Whether there was time to acknowledge it, and nobody did. */
  isMissed: boolean;
}

/** Returns one row for each rise, from when its first level was reached to the end of its last. */
export const reportRises = ({ alerts }: Pick<Report, 'alerts'>): ReportRise[] =>
  risesOf(alerts).map((rise) => {
    const { acknowledgedAt, acknowledgedBy, acknowledgedByKeyName, acknowledgedByPerson, acknowledgedOn } =
      seenOf(rise) ?? topOf(rise);
    const notes = rise.flatMap(({ note }) => note ?? []);
    return {
      ...topOf(rise),
      raisedAt: rise[0].raisedAt,
      acknowledgedAt,
      acknowledgedBy,
      acknowledgedByKeyName,
      acknowledgedByPerson,
      acknowledgedOn,
      note: notes.length === 0 ? null : notes.join('; '),
      levels: rise.map(({ threshold }) => threshold),
      isMissed: isMissed(rise),
    };
  });

/** Whether several levels were reached at once. Otherwise tables have no column for them. */
const haveRisen = (rises: readonly ReportRise[]): boolean => rises.some(({ levels }) => levels.length > 1);

/** Returns the name of the alert's area, or of the venue. */
export const alertPlace = ({ areaId, areaName }: ReportAlert): string =>
  areaId === null ? reportTexts.tables.venue : (areaName ?? reportTexts.journal.unknownArea);

/**
 * Returns the device on which somebody acknowledged the alert, with the member who did, otherwise the user; null if
 * nobody acknowledged it.
 */
export function alertSeenBy(alert: ReportAlert): string | null {
  const { acknowledgedBy, acknowledgedByKeyName: keyName, acknowledgedByPerson: person, acknowledgedOn } = alert;
  const who = acknowledgedBy === null ? null : actorText(acknowledgedBy, { keyName, person });
  if (acknowledgedOn === null) return who;
  return who === null || person === undefined ? acknowledgedOn : reportTexts.tables.onDevice(acknowledgedOn, who);
}

/** Whether the journal has an alert about a machine. */
export const hasMachineAlerts = ({ journal }: Pick<Report, 'journal'>): boolean =>
  journal.some(({ kind }) => kind === 'source_silent' || kind === 'source_troubled');

/** Whether somebody wrote what was done about one of the alerts. Otherwise tables have no column for it. */
const hasNotes = (alerts: readonly ReportAlert[]): boolean => alerts.some(({ note }) => note);

const riseText = ({ levels }: ReportRise): string | null => (levels.length > 1 ? levelsText(levels) : null);

/**
 * Returns a table of all rises: the highest level, start, end, who acknowledged it, and what was done if somebody wrote
 * that.
 */
export function alertsTable(report: Report): SectionTable<ReportRise> {
  const { heads, openBefore, openAfter, sheets } = reportTexts.tables;
  const { lead, machineAlerts } = reportTexts.reports.alerts;
  const rises = reportRises(report);
  const columns: Column<ReportRise>[] = [
    textColumn(heads.area, alertPlace),
    countColumn(heads.threshold, ({ threshold }) => threshold, { width: 12 }),
    ...(haveRisen(rises) ? [textColumn(heads.rise, riseText, { width: 20, only: 'paper' })] : []),
    momentColumn(heads.raisedAt, ({ raisedAt }) => raisedAt ?? openBefore),
    momentColumn(heads.endedAt, ({ endedAt }) => endedAt ?? openAfter),
    momentColumn(heads.acknowledgedAt, ({ acknowledgedAt }) => acknowledgedAt, { only: 'paper' }),
    textColumn(heads.acknowledgedBy, alertSeenBy),
    ...(hasNotes(rises) ? [textColumn(heads.alertNote, ({ note }: ReportRise) => note ?? null, { width: 40 })] : []),
  ];
  return {
    title: reportTexts.paper.alerts,
    lead: hasMachineAlerts(report) ? `${lead} ${machineAlerts}` : lead,
    sheet: sheets.alerts,
    leftOut: report.alertsLeftOut,
    columns,
    rows: rises,
  };
}
