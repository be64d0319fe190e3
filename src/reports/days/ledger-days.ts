import type { BusinessDay } from '../../shared/rules/business-day';
import type { LedgerFact } from '../facts';

/** From this seq of a client on, its taps belong to that day; null for none of the known days. */
interface Stretch {
  firstSeq: number;
  day: string | null;
}

/** Finds the day on which a ledger row counts; rows come in order of id. An undo counts on the day of its tap. */
export class RowDayFinder {
  private readonly stretches = new Map<string, Stretch[]>();

  constructor(private readonly days: readonly BusinessDay[]) {}

  /** YYYY-MM-DD; null for none of the known days. */
  dayOf({ clientId, firstSeq, undoes, occurredAt }: LedgerFact): string | null {
    const known = this.stretches.get(clientId) ?? [];
    if (undoes !== null) return known.findLast((stretch) => stretch.firstSeq <= undoes)?.day ?? null;
    const day = this.days.find(({ startsAt, endsAt }) => startsAt <= occurredAt && occurredAt < endsAt)?.day ?? null;
    if (known.at(-1)?.day !== day) known.push({ firstSeq, day });
    this.stretches.set(clientId, known);
    return day;
  }
}
