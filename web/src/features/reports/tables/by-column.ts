import type { ReportJournalEntry } from '../../../../../src/shared/reports/entries';
import { madeBy } from './actor-text';
import { type Column, textColumn } from './table';

/** Says which journal entries tell of a table's rows, by a key that an entry and its row have in common. */
interface Told<Row> {
  journal: readonly ReportJournalEntry[];
  /** Returns the key of an entry; null for one that tells of no row. */
  keyOfEntry: (entry: ReportJournalEntry) => string | null;
  keyOfRow: (row: Row) => string;
}

/** Returns a column with who did what a row says, by the journal; none while that names no member of the account. */
export function byColumn<Row>(
  head: string,
  { journal, keyOfEntry, keyOfRow }: Told<Row>,
  rest: Partial<Column<Row>>,
): Column<Row>[] {
  const told = new Map(
    journal.flatMap((entry) => {
      const key = keyOfEntry(entry);
      return key === null ? [] : [[key, entry] as const];
    }),
  );
  if (![...told.values()].some(({ person }) => person !== undefined)) return [];
  const by = (row: Row) => {
    const entry = told.get(keyOfRow(row));
    return entry === undefined ? null : madeBy(entry);
  };
  return [textColumn(head, by, rest)];
}
