import { countColumn, timeColumn } from './column';
import type { LedgerFact } from './facts';

/** Numbers the ids that it meets, from 0 on. */
class Numbering {
  readonly ids: string[] = [];
  private readonly numbers = new Map<string, number>();

  of(id: string): number {
    let number = this.numbers.get(id);
    if (number === undefined) {
      number = this.ids.push(id) - 1;
      this.numbers.set(id, number);
    }
    return number;
  }
}

/** Ledger rows, numbered in order of id, as columns. */
export class LedgerColumns {
  count = 0;
  readonly areas = new Numbering();
  readonly clients = new Numbering();
  readonly area = countColumn();
  readonly client = countColumn();
  readonly firstSeq = countColumn();
  /** How many taps it is a run of. */
  readonly length = countColumn();
  readonly ins = countColumn();
  readonly outs = countColumn();
  readonly floored = countColumn();
  /** Of a transfer's two rows, 1 for the end that people leave (or left, where it is undone) and 2 for the other; else 0. */
  readonly transfer = countColumn();
  readonly occurredAt = timeColumn();
  /** `receivedAt` − `occurredAt` */
  readonly delayMs = countColumn();
  /** By row, where it is not 0. */
  readonly adjusted = new Map<number, number>();
  /** By row, the seq that it takes back. */
  readonly undoes = new Map<number, number>();

  add(row: LedgerFact): void {
    const number = this.count++;
    this.area.push(this.areas.of(row.areaId));
    this.client.push(this.clients.of(row.clientId));
    this.firstSeq.push(row.firstSeq);
    this.length.push(row.lastSeq - row.firstSeq + 1);
    this.ins.push(row.ins);
    this.outs.push(row.outs);
    this.floored.push(row.floored);
    this.transfer.push(row.otherAreaId === null ? 0 : row.change < 0 === (row.undoes === null) ? 1 : 2);
    this.occurredAt.push(row.occurredAt);
    this.delayMs.push(row.receivedAt - row.occurredAt);
    if (row.adjusted !== 0) this.adjusted.set(number, row.adjusted);
    if (row.undoes !== null) this.undoes.set(number, row.undoes);
  }

  /** For each row that takes a tap back, the row of that tap, where it is among them. */
  undone(): Map<number, number> {
    const found = new Map<number, number>();
    if (this.undoes.size === 0) return found;
    const rowsOf = this.rowsByClient();
    for (const [row, seq] of this.undoes) {
      const rows = rowsOf(this.client.at(row));
      const tap = this.rowOf(rows, seq);
      if (tap !== undefined) found.set(row, tap);
    }
    return found;
  }

  /** A client's seqs rise with the rows' ids. Of a transfer's two rows, which share one, either says when it was made. */
  private rowOf(rows: Uint32Array, seq: number): number | undefined {
    let [low, high] = [0, rows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.firstSeq.at(rows[middle] ?? 0) <= seq) low = middle + 1;
      else high = middle;
    }
    const row = rows[low - 1];
    return row !== undefined && seq < this.firstSeq.at(row) + this.length.at(row) ? row : undefined;
  }

  private rowsByClient(): (client: number) => Uint32Array {
    const ends = new Uint32Array(this.clients.ids.length + 1);
    for (let row = 0; row < this.count; row++) ends[this.client.at(row) + 1] = (ends[this.client.at(row) + 1] ?? 0) + 1;
    for (let client = 1; client < ends.length; client++) ends[client] = (ends[client] ?? 0) + (ends[client - 1] ?? 0);
    const starts = ends.slice();
    const rows = new Uint32Array(this.count);
    for (let row = 0; row < this.count; row++) {
      const client = this.client.at(row);
      const place = ends[client] ?? 0;
      rows[place] = row;
      ends[client] = place + 1;
    }
    return (client) => rows.subarray(starts[client], starts[client + 1]);
  }
}
