import type { ReportJournalEntry } from '../../../../../src/shared/reports/entries';
import { madeBy } from './actor-text';

/**
 * Returns a function that says who did what a row of a table tells, from the journal's entry with the same key. Returns
 * undefined while these entries name no member of the account.
 * @param keyOfEntry returns null for an entry that tells of no row
 */
export function toldBy<Row>(
  journal: readonly ReportJournalEntry[],
  keyOfEntry: (entry: ReportJournalEntry) => string | null,
  keyOfRow: (row: Row) => string,
): ((row: Row) => string | null) | undefined {
  const told = new Map(journal.map((entry) => [keyOfEntry(entry), entry]));
  told.delete(null);
  if (![...told.values()].some(({ person }) => person !== undefined)) return undefined;
  return (row) => {
    const entry = told.get(keyOfRow(row));
    return entry === undefined ? null : madeBy(entry);
  };
}
