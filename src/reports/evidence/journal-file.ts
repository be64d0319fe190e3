import * as z from 'zod/mini';
import { zonedTimes } from '../../shared/rules/zoned-time';
import { rowSchema } from '../../stored/columns';
import { JOURNAL } from '../../stored/tables';
import { BYTE_ORDER_MARK, csvLine } from '../files/csv';
import { idText } from '../files/ledger-csv';
import type { IdSpan, SealedDay } from './sealed-day';

const { areaId: _areaId, ...REST } = JOURNAL;
/** A journal entry as its table has it: values before and after are JSON. */
const StoredEntrySchema = z.extend(rowSchema(REST), { area_id: z.nullable(z.string()) });

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
    const { startsAt, endsAt } = this.sealed;
    let text = '';
    for (const row of rows) {
      const { id, at, actor, kind, area_id: areaId, before, after, note } = z.parse(StoredEntrySchema, row);
      if (id > this.span.upTo) return { text, isEnd: true };
      if (at < startsAt || at >= endsAt) continue;
      // What kind of user acted, and not which account or code it was.
      const [who = ''] = actor.split(':');
      text += csvLine([idText(id), this.time(at), who, kind, areaId, before, after, note]);
    }
    return { text, isEnd: false };
  }
}
