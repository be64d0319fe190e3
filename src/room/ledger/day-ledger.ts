import type { LedgerFact } from '../../reports/facts';
import { isSideArea } from '../../shared/evacuation/side-areas';
import { firstOf, type Ledger } from './ledger';

/** Whether a row counts people in an area of the event, and not in a side area. */
export const isOfDay = ({ areaId }: Pick<LedgerFact, 'areaId'>): boolean => !isSideArea(areaId);

/** The ledger as reports and evidence read it: without the rows of side areas, which are in no figure of the day. */
export class DayLedger {
  constructor(private readonly ledger: Ledger) {}

  /** See {@link Ledger.rows}. */
  *rows(after: number, upTo?: number): Generator<LedgerFact, void> {
    for (const row of this.ledger.rows(after, upTo)) if (isOfDay(row)) yield row;
  }

  /** See {@link Ledger.page}. */
  page(after: number, upTo: number, limit: number): LedgerFact[] {
    return firstOf(this.rows(after, upTo), limit);
  }

  /** See {@link Ledger.of}. */
  of(...query: Parameters<Ledger['of']>): LedgerFact[] {
    return this.ledger.of(...query).filter(isOfDay);
  }
}
