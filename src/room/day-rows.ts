import type { LedgerFact } from '../shared/report/facts';
import type { BusinessDay } from '../shared/rules/business-day';

/** Taps `first` to `last` of a client. */
interface Run {
  first: number;
  last: number;
}

/**
 * Of the ledger's rows, which come in order of id, those that some days need: what was tapped on later ones, and what takes
 * that back, would only take memory. Where there are too many rows all the same, the last of the days are given up.
 */
export class DayRows {
  /** How many of the days can be built. */
  days: number;
  private kept = 0;
  /** By client: an undo counts on the day of its tap, so it goes with it. */
  private readonly left = new Map<string, Run[]>();

  /**
   * @param all in order; one at least
   * @param most rows that are kept, but for those of the first day, which is never given up
   */
  constructor(
    private readonly all: readonly BusinessDay[],
    private readonly most: number,
  ) {
    this.days = all.length;
  }

  /** Of the last day that can be built; epoch ms. */
  get endsAt(): number {
    return this.all[this.days - 1]?.endsAt ?? 0;
  }

  choose(rows: readonly LedgerFact[]): LedgerFact[] {
    const chosen = rows.filter((row) => !this.isLeft(row));
    const before = this.kept;
    this.kept += chosen.length;
    if (before <= this.most && this.kept > this.most) this.giveUpAfter(rows.at(-1)?.receivedAt ?? 0);
    return chosen;
  }

  private isLeft(row: LedgerFact): boolean {
    const runs = this.left.get(row.clientId);
    const { undoes } = row;
    if (undoes !== null) return runs?.some(({ first, last }) => first <= undoes && undoes <= last) ?? false;
    if (row.occurredAt < this.endsAt) return false;
    const run = runs?.at(-1);
    if (run !== undefined && row.firstSeq <= run.last + 1) run.last = row.lastSeq;
    else if (runs !== undefined) runs.push({ first: row.firstSeq, last: row.lastSeq });
    else this.left.set(row.clientId, [{ first: row.firstSeq, last: row.lastSeq }]);
    return true;
  }

  /** Of days that have ended by then, little is still to come. */
  private giveUpAfter(at: number): void {
    this.days = Math.max(1, this.all.findLastIndex(({ endsAt }) => endsAt <= at) + 1);
  }
}
