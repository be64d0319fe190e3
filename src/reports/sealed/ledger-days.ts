import type { BusinessDay } from '../../shared/rules/business-day';
import type { LedgerFact } from '../facts';

/** From tap `firstSeq` on, a client's taps belong to `day`; null if that is none of the given days. */
interface Stretch {
  firstSeq: number;
  day: string | null;
}

/**
 * Finds the business day on which a ledger row counts. Rows must come in order of id. An undo counts on the day of the
 * tap that it takes back.
 */
export class RowDayFinder {
  private readonly stretches = new Map<string, Stretch[]>();

  constructor(private readonly days: readonly BusinessDay[]) {}

  /** Returns the day as YYYY-MM-DD; null if the row counts on none of the given days. */
  dayOf({ clientId, firstSeq, undoes, occurredAt }: LedgerFact): string | null {
    const known = this.stretches.get(clientId) ?? [];
    if (undoes !== null) return known.findLast((stretch) => stretch.firstSeq <= undoes)?.day ?? null;
    const day = this.days.find(({ startsAt, endsAt }) => startsAt <= occurredAt && occurredAt < endsAt)?.day ?? null;
    if (known.at(-1)?.day !== day) known.push({ firstSeq, day });
    this.stretches.set(clientId, known);
    return day;
  }
}
