import { SLOT_MS } from '../../shared/reports/limits';
import type { BusinessDay } from '../../shared/rules/business-day';

/** A part of the ledger: the rows with ids above `after`, up to `upTo`. */
interface Chunk {
  after: number;
  upTo: number;
  /** One bit for each slot of the survey, set when the slot has taps in this part of the ledger. */
  slots: Uint8Array;
}

const slotOf = (at: number): number => Math.floor(at / SLOT_MS);

/**
 * Records in which parts of the ledger the taps of each slot are, and how many taps each slot has. A slot is a period
 * of SLOT_MS since the epoch. The survey takes a few hundred bytes for thousands of rows.
 */
export class Survey {
  private readonly chunks: Chunk[] = [];
  private readonly bases: number[] = [];
  private readonly taps: Float64Array;

  constructor(private readonly days: readonly BusinessDay[]) {
    let slots = 0;
    for (const { startsAt, endsAt } of days) {
      this.bases.push(slots);
      slots += slotOf(endsAt - 1) - slotOf(startsAt) + 1;
    }
    this.taps = new Float64Array(slots);
  }

  /** Begins the next part of the ledger: the rows with ids above `after`, up to `upTo`. */
  begin(after: number, upTo: number): void {
    this.chunks.push({ after, upTo, slots: new Uint8Array(Math.ceil(this.taps.length / 8)) });
  }

  /**
   * Adds taps of the present part of the ledger that count in the slot of `at` (epoch ms) on the day with index `day`.
   */
  add(day: number, at: number, taps: number): void {
    const slot = this.indexOf(day, at);
    const bits = this.chunks.at(-1)?.slots;
    this.taps[slot] = (this.taps[slot] ?? 0) + taps;
    if (bits !== undefined) bits[slot >> 3] = (bits[slot >> 3] ?? 0) | (1 << (slot & 7));
  }

  /**
   * Splits the day into spans of time, in order, with at most `most` taps each. A single slot with more taps is one
   * span. Time without taps is left out.
   */
  *spans(day: number, most: number): Generator<{ from: number; to: number; taps: number }, void> {
    const { startsAt = 0, endsAt = 0 } = this.days[day] ?? {};
    let span = { from: startsAt, to: startsAt, taps: 0 };
    while (span.to < endsAt) {
      const from = span.to;
      const to = Math.min((slotOf(from) + 1) * SLOT_MS, endsAt);
      const taps = this.taps[this.indexOf(day, from)] ?? 0;
      if (span.taps > 0 && span.taps + taps > most) {
        yield span;
        span = { from, to: from, taps: 0 };
      }
      span = { from: span.taps === 0 ? from : span.from, to, taps: span.taps + taps };
    }
    if (span.taps > 0) yield span;
  }

  /** The parts of the ledger that contain taps of a span of the day, in order. */
  *rowsOf(day: number, { from, to }: { from: number; to: number }): Generator<{ after: number; upTo: number }, void> {
    const [first, last] = [this.indexOf(day, from), this.indexOf(day, to - 1)];
    for (const { after, upTo, slots } of this.chunks) {
      let isAmong = false;
      for (let slot = first; slot <= last && !isAmong; slot++)
        isAmong = ((slots[slot >> 3] ?? 0) & (1 << (slot & 7))) !== 0;
      if (isAmong) yield { after, upTo };
    }
  }

  private indexOf(day: number, at: number): number {
    return (this.bases[day] ?? 0) + slotOf(at) - slotOf(this.days[day]?.startsAt ?? 0);
  }
}
