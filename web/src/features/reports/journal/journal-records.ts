import type { ReportJournalEntry } from '../../../../../src/shared/reports/entries';
import type { Report } from '../../../../../src/shared/schemas/report';
import { reportTexts } from '../../../texts/report-texts';
import { levelsText } from '../../alerts/rises';
import { givenByText, orderWhom } from '../orders/orders-table';
import { madeBy } from '../tables/actor-text';
import { alertPlace, alertSeenBy, reportRises } from '../tables/alerts-table';
import { alertSentence, journalSentence } from './journal-sentence';

/** What an entry of the journal is about. */
export const JOURNAL_KINDS = ['corrections', 'changes', 'alerts', 'orders', 'machines'] as const;
export type JournalKind = (typeof JOURNAL_KINDS)[number];

/** The kinds of entries that set the number of people inside. All others but alerts and orders are changes of settings. */
const CORRECTIONS: ReadonlySet<string> = new Set([
  'occupancy_reset',
  'occupancy_recounted',
  'categories_recounted',
  'restored',
]);

/** The kinds of entries that no person made: what happened to a machine. */
const OF_MACHINES: ReadonlySet<string> = new Set([
  'source_silent',
  'source_heard',
  'source_troubled',
  'source_recovered',
  'source_restarted',
  'source_conflict',
  'machine_alert_ended',
]);

function kindOf(entry: ReportJournalEntry): JournalKind {
  if (OF_MACHINES.has(entry.kind)) return 'machines';
  if (alertSentence(entry) !== null) return 'alerts';
  return CORRECTIONS.has(entry.kind) ? 'corrections' : 'changes';
}

/** One line of the journal as the screen shows it. */
export interface JournalRecord {
  kind: JournalKind;
  /** When it happened, an ISO time. */
  at: string;
  sentence: string;
  /** Who did it; null for an alert that nobody acknowledged, and empty if there was no time for that. */
  who: string | null;
}

/**
 * Returns the changes, alerts and orders of the report in the order of time. An alert stands at its beginning; one from
 * before the report's days at its end, or else at the beginning of the first day.
 */
export function journalRecords(report: Report): JournalRecord[] {
  const { journal, orders = [], days, generatedAt } = report;
  const words = reportTexts.journal;
  const begin = days[0]?.startsAt ?? generatedAt;
  const changes = journal.map((entry): JournalRecord => ({
    kind: kindOf(entry),
    at: entry.at,
    sentence: journalSentence(entry),
    who: madeBy(entry),
  }));
  const raised = reportRises(report).map((alert): JournalRecord => {
    const { raisedAt, endedAt, levels } = alert;
    const say = raisedAt !== null ? words.alert_raised : endedAt !== null ? words.alert_ended : words.alert_stayed;
    return {
      kind: 'alerts',
      at: raisedAt ?? endedAt ?? begin,
      sentence: say(alertPlace(alert), levelsText(levels)),
      who: alertSeenBy(alert) ?? (alert.isMissed ? null : ''),
    };
  });
  const told = orders.map((order): JournalRecord => {
    const { kinds, given, stayed } = reportTexts.orders;
    const say = order.givenAt === null ? stayed : given;
    return {
      kind: 'orders',
      at: order.givenAt ?? begin,
      sentence: say(kinds[order.kind], orderWhom(order)),
      who: givenByText(order) ?? '',
    };
  });
  return [...changes, ...raised, ...told].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
}
