import type { BusinessDay } from '../rules/business-day';
import type { LedgerFact } from './facts';

/** From this seq of a client on, its taps are of that day; null is none of those that are known. */
interface Stretch {
  firstSeq: number;
  day: string | null;
}

/** Tells of ledger rows, in order of id, on which of some days they count: an undo on the day of what it takes back. */
export class LedgerDays {
  private readonly stretches = new Map<string, Stretch[]>();

  constructor(private readonly days: readonly BusinessDay[]) {}

  /** YYYY-MM-DD; null on no day that is known. */
  dayOf({ clientId, firstSeq, undoes, occurredAt }: LedgerFact): string | null {
    const known = this.stretches.get(clientId) ?? [];
    if (undoes !== null) return known.findLast((stretch) => stretch.firstSeq <= undoes)?.day ?? null;
    const day = this.days.find(({ startsAt, endsAt }) => startsAt <= occurredAt && occurredAt < endsAt)?.day ?? null;
    if (known.at(-1)?.day !== day) known.push({ firstSeq, day });
    this.stretches.set(clientId, known);
    return day;
  }
}
