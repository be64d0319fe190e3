import * as z from 'zod/mini';
import { type JournalFact, NotedAlertSchema } from '../facts';

/**
 * One alert from when it was raised to its end. A field is null if its journal entry was not read. Times are epoch ms.
 */
export interface AlertRecord {
  /** Null for an alert of the venue. */
  areaId: string | null;
  /** In percent of the capacity. */
  threshold: number;
  raisedAt: number | null;
  endedAt: number | null;
  acknowledgedAt: number | null;
  /**
   * The principal who acknowledged the alert, as in the journal, and the name of the device. `device` is also null if
   * the device has no name.
   */
  actor: string | null;
  device: string | null;
  /** What somebody wrote about what was done; null without a note. */
  note: string | null;
}

const ThresholdSchema = z.nullable(z.int());

/** Combines the journal's entries about alerts into one record for each alert, in the order of the entries. */
export class AlertHistory {
  readonly records: AlertRecord[] = [];
  /** How many further alerts exceeded the limit `most` and are not in `records`. */
  leftOut = 0;
  private readonly open = new Map<string | null, AlertRecord>();
  private readonly ended = new Map<string | null, AlertRecord>();

  constructor(private readonly most: number) {}

  /** Adds one entry about an alert; entries must come in order. Throws on an entry that no room can have written. */
  add({ kind, at, actor, areaId, before, after, note }: JournalFact): void {
    if (kind === 'alert_acknowledged') {
      const threshold = z.parse(z.int(), after);
      const seen = this.openOf(areaId, threshold);
      Object.assign(seen, { acknowledgedAt: at, actor, device: note });
      return;
    }
    if (kind === 'alert_noted') {
      const noted = this.find(areaId, z.parse(NotedAlertSchema, after));
      if (noted !== undefined) noted.note = note;
      return;
    }
    const [from, to] = [z.parse(ThresholdSchema, before), z.parse(ThresholdSchema, after)];
    if (from !== null) this.end(areaId, from, at);
    if (to !== null) this.begin(areaId, to, at);
  }

  /**
   * Returns the area's open alert with this threshold. An alert that was raised before the first entry gets a new
   * record.
   */
  private openOf(areaId: string | null, threshold: number): AlertRecord {
    const open = this.open.get(areaId);
    return open?.threshold === threshold ? open : this.put(areaId, threshold, null);
  }

  /** Returns the alert that a note is about; undefined if it is not in the records, as one that ended before them. */
  private find(
    areaId: string | null,
    { threshold, raisedAt }: z.infer<typeof NotedAlertSchema>,
  ): AlertRecord | undefined {
    const isIt = (alert: AlertRecord) => alert.areaId === areaId && alert.threshold === threshold;
    return (
      this.records.find((alert) => isIt(alert) && alert.raisedAt === raisedAt) ??
      this.records.find((alert) => isIt(alert) && alert.raisedAt === null)
    );
  }

  private begin(areaId: string | null, threshold: number, at: number): void {
    const last = this.ended.get(areaId);
    const record = this.put(areaId, threshold, at);
    // If the higher alert was acknowledged, the lower alert that follows it counts as acknowledged, too.
    if (last === undefined || last.endedAt !== at || last.threshold < threshold) return;
    const { acknowledgedAt, actor, device, note } = last;
    Object.assign(record, { acknowledgedAt, actor, device, note });
  }

  private end(areaId: string | null, threshold: number, at: number): void {
    const record = this.openOf(areaId, threshold);
    record.endedAt = at;
    this.open.delete(areaId);
    this.ended.set(areaId, record);
  }

  private put(areaId: string | null, threshold: number, raisedAt: number | null): AlertRecord {
    const nobody = { acknowledgedAt: null, actor: null, device: null, note: null };
    const record: AlertRecord = { areaId, threshold, raisedAt, endedAt: null, ...nobody };
    if (this.records.length < this.most) this.records.push(record);
    else this.leftOut += 1;
    this.open.set(areaId, record);
    return record;
  }
}
