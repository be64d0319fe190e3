import * as z from 'zod/mini';
import type { JournalFact } from '../facts';

/** An alert from raise to end. Parts outside of the entries that were read are null. Times are epoch ms. */
export interface AlertRecord {
  /** Null for the whole venue. */
  areaId: string | null;
  /** Percent of the capacity. */
  threshold: number;
  raisedAt: number | null;
  endedAt: number | null;
  acknowledgedAt: number | null;
  /** Who acknowledged it, as in the journal, and on which device; null also for a device without a name. */
  actor: string | null;
  device: string | null;
}

const ThresholdSchema = z.nullable(z.int());

/** Combines the journal's entries on alerts into one record for each alert, in the order of the entries. */
export class AlertHistory {
  readonly records: AlertRecord[] = [];
  /** How many more there were. */
  leftOut = 0;
  private readonly open = new Map<string | null, AlertRecord>();
  private readonly ended = new Map<string | null, AlertRecord>();

  constructor(private readonly most: number) {}

  /** Adds entries on alerts, in order. Throws on an entry that no room wrote. */
  add({ kind, at, actor, areaId, before, after, note }: JournalFact): void {
    if (kind === 'alert_acknowledged') {
      const threshold = z.parse(z.int(), after);
      const seen = this.openOf(areaId, threshold);
      Object.assign(seen, { acknowledgedAt: at, actor, device: note });
      return;
    }
    const [from, to] = [z.parse(ThresholdSchema, before), z.parse(ThresholdSchema, after)];
    if (from !== null) this.end(areaId, from, at);
    if (to !== null) this.begin(areaId, to, at);
  }

  /** An alert that was raised before the first entry begins with its first mention. */
  private openOf(areaId: string | null, threshold: number): AlertRecord {
    const open = this.open.get(areaId);
    return open?.threshold === threshold ? open : this.put(areaId, threshold, null);
  }

  private begin(areaId: string | null, threshold: number, at: number): void {
    const last = this.ended.get(areaId);
    const record = this.put(areaId, threshold, at);
    // Whoever acknowledged the higher alert has acknowledged the lower one that follows it.
    if (last === undefined || last.endedAt !== at || last.threshold < threshold) return;
    const { acknowledgedAt, actor, device } = last;
    Object.assign(record, { acknowledgedAt, actor, device });
  }

  private end(areaId: string | null, threshold: number, at: number): void {
    const record = this.openOf(areaId, threshold);
    record.endedAt = at;
    this.open.delete(areaId);
    this.ended.set(areaId, record);
  }

  private put(areaId: string | null, threshold: number, raisedAt: number | null): AlertRecord {
    const nobody = { acknowledgedAt: null, actor: null, device: null };
    const record: AlertRecord = { areaId, threshold, raisedAt, endedAt: null, ...nobody };
    if (this.records.length < this.most) this.records.push(record);
    else this.leftOut += 1;
    this.open.set(areaId, record);
    return record;
  }
}
