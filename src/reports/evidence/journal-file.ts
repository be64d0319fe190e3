import * as z from 'zod/mini';
import { zonedTimes } from '../../shared/rules/zoned-time';
import { rowSchema } from '../../stored/columns';
import { JOURNAL } from '../../stored/tables';
import { BYTE_ORDER_MARK, csvLine } from '../files/csv';
import { idText } from '../files/ledger-csv';
import type { IdSpan, SealedDay } from './sealed-day';

const { areaId: _areaId, sourceId: _sourceId, times: _times, ...REST } = JOURNAL;
/** A journal entry as its table has it: values before and after are JSON. */
const StoredEntrySchema = z.extend(rowSchema(REST), { area_id: z.nullable(z.string()) });
export type StoredEntry = z.infer<typeof StoredEntrySchema>;

/**
 * Returns the journal entries of a sealed day among these rows.
 * @param rows stored rows in the order of their ids. `isEnd` is true behind the end of the span.
 */
export function sealedEntries(
  { startsAt, endsAt }: SealedDay,
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

/** The columns of the sealed journal. The format is frozen, like that of the ledger. */
const COLUMNS = ['id', 'time', 'actor', 'kind', 'area_id', 'before', 'after', 'note'] as const;

/** Writes the journal entries of a sealed day as CSV, in order. */
export class JournalFile {
  readonly head = BYTE_ORDER_MARK + csvLine(COLUMNS);
  private readonly time: (at: number) => string;

  constructor(
    private readonly sealed: SealedDay,
    private readonly span: IdSpan,
  ) {
    this.time = zonedTimes(sealed.timeZone);
  }

  /** @param rows stored rows in the order of their ids. `isEnd` is true behind the end of the span. */
  lines(rows: readonly unknown[]): { text: string; isEnd: boolean } {
    const { entries, isEnd } = sealedEntries(this.sealed, this.span, rows);
    let text = '';
    for (const { id, at, actor, kind, area_id: areaId, before, after, note } of entries) {
      // What kind of user acted, and not which account or code it was.
      const [who = ''] = actor.split(':');
      text += csvLine([idText(id), this.time(at), who, kind, areaId, before, after, note]);
    }
    return { text, isEnd };
  }
}
