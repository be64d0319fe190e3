import type { LedgerFact } from '../../reports/facts';
import { SLOT_MS } from '../../shared/reports/limits';
import type { DayLedger } from './day-ledger';

/** The result of a survey of a part of the ledger. */
export interface SurveyedRows {
  /** The id of the part's last row. */
  lastId: number;
  /** The number of taps in each slot of SLOT_MS since the epoch, without undoes. */
  slots: ReadonlyMap<number, number>;
  /** The undo rows, and the rows of late taps (`adjusted` is not 0). */
  undoesAndLate: readonly LedgerFact[];
}

/** Reads a ledger in slices of time. */
export class SliceRows {
  constructor(private readonly ledger: DayLedger) {}

  /** Surveys the first `limit` rows with ids above `after`, up to `upTo`; returns null if there are none. */
  survey(after: number, upTo: number, limit: number): SurveyedRows | null {
    const rows = this.ledger.page(after, upTo, limit);
    const last = rows.at(-1);
    if (last === undefined) return null;
    const slots = new Map<number, number>();
    for (const { undoes, occurredAt, firstSeq, lastSeq } of rows) {
      if (undoes !== null) continue;
      const slot = Math.floor(occurredAt / SLOT_MS);
      slots.set(slot, (slots.get(slot) ?? 0) + lastSeq - firstSeq + 1);
    }
    const undoesAndLate = rows.filter(({ undoes, adjusted }) => undoes !== null || adjusted !== 0);
    return { lastId: last.id, slots, undoesAndLate };
  }

  /** The rows of a surveyed part that occurred in [from, to) (epoch ms) or are undoes, in order. */
  between(after: number, upTo: number, from: number, to: number): LedgerFact[] {
    const isWithin = ({ occurredAt, undoes }: LedgerFact) => undoes !== null || (occurredAt >= from && occurredAt < to);
    return [...this.ledger.rows(after, upTo)].filter(isWithin);
  }
}
