import * as z from 'zod/mini';
import { EVIDENCE_FILES } from '../../shared/sealed/sealing';
import { zonedTimes } from '../../shared/sealed/zoned-time';
import { only, rowSchema } from '../../stored/columns';
import { JOURNAL } from '../../stored/tables';
import { BYTE_ORDER_MARK, type Cell, csvLine, idText } from './csv';
import { sealedColumns } from './sealed-columns';
import type { DaySpan, IdSpan, SealedDay } from './sealed-day';

const COLUMNS = only(JOURNAL, 'id', 'at', 'actor', 'kind', 'before', 'after', 'note');
/** A journal entry as its table has it: values before and after are JSON. */
const StoredEntrySchema = z.extend(rowSchema(COLUMNS), { area_id: z.nullable(z.string()) });
export type StoredEntry = z.infer<typeof StoredEntrySchema>;

/**
 * Returns the journal entries of a sealed day among these rows.
 * @param rows stored rows in the order of their ids. `isEnd` is true behind the end of the span.
 */
export function sealedEntries(
  { startsAt, endsAt }: DaySpan,
  { upTo }: IdSpan,
  rows: readonly unknown[],
): { entries: StoredEntry[]; isEnd: boolean } {
  const entries: StoredEntry[] = [];
  for (const row of rows) {
    const entry = z.parse(StoredEntrySchema, row);
    if (entry.id > upTo) return { entries, isEnd: true };
    if (entry.at >= startsAt && entry.at < endsAt) entries.push(entry);
  }
  return { entries, isEnd: false };
}

/** Returns what kind of user acted, and not which account or code it was. */
export const actorKind = ({ actor }: StoredEntry): string => actor.split(':')[0] ?? '';

/** An entry as its file writes it. */
interface JournalCells {
  entry: StoredEntry;
  time: (at: number) => string;
  /** How the seal calls who acted. */
  actor: string;
}

/** The columns of the sealed journal. Like those of the ledger, they are listed in each seal. */
export const JOURNAL_COLUMNS: Readonly<Record<string, (cells: JournalCells) => Cell>> = {
  id: ({ entry }) => idText(entry.id),
  time: ({ entry, time }) => time(entry.at),
  actor: ({ actor }) => actor,
  kind: ({ entry }) => entry.kind,
  area_id: ({ entry }) => entry.area_id,
  before: ({ entry }) => entry.before,
  after: ({ entry }) => entry.after,
  note: ({ entry }) => entry.note,
};

/** Writes the journal entries of a sealed day as CSV, in order. */
export class JournalFile {
  readonly head: string;
  private readonly columns: readonly ((cells: JournalCells) => Cell)[];
  private readonly time: (at: number) => string;

  constructor(
    private readonly sealed: SealedDay,
    private readonly span: IdSpan,
  ) {
    const { contents } = sealed;
    this.head = BYTE_ORDER_MARK + csvLine(contents.tables[EVIDENCE_FILES.journal] ?? []);
    this.columns = sealedColumns(contents, EVIDENCE_FILES.journal, JOURNAL_COLUMNS);
    this.time = zonedTimes(sealed.timeZone);
  }

  /** @param rows stored rows in the order of their ids. `isEnd` is true behind the end of the span. */
  lines(rows: readonly unknown[]): { text: string; isEnd: boolean } {
    const { entries, isEnd } = sealedEntries(this.sealed, this.span, rows);
    let text = '';
    for (const entry of entries) {
      const cells = { entry, time: this.time, actor: this.sealed.contents.actors[actorKind(entry)] ?? '' };
      text += csvLine(this.columns.map((cellOf) => cellOf(cells)));
    }
    return { text, isEnd };
  }
}
