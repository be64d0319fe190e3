import { countColumn, timeColumn } from './column';
import { isGivenBack } from '../../stored/ledger';
import type { LedgerFact } from '../facts';
import type { Tap } from './placement';
import { tapTimes } from '../tap-times';

/** Gives each new id the next number, from 0 on. */
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

/** Ledger rows as columns. Row numbers follow the order of the row ids. */
export class LedgerColumns {
  count = 0;
  readonly areas = new Numbering();
  readonly clients = new Numbering();
  readonly area = countColumn();
  readonly client = countColumn();
  readonly firstSeq = countColumn();
  /** The number of taps in the row. */
  readonly length = countColumn();
  readonly ins = countColumn();
  readonly outs = countColumn();
  readonly floored = countColumn();
  /**
   * For the two rows of a transfer: 1 for the area that people leave (for an undo: the area that they had left), 2 for
   * the other area. 0 for all other rows.
   */
  readonly transfer = countColumn();
  readonly categories = new Numbering();
  /** The number of the row's category, from 1 on; 0 for none. */
  readonly category = countColumn();
  readonly occurredAt = timeColumn();
  /** `receivedAt` − `occurredAt` of the row, in ms. */
  readonly delayMs = countColumn();
  /** The numbers of the rows that are no taps, but change whose exits are floored. */
  readonly givenBack = new Set<number>();
  /** The row's `adjusted` by row number, only where it is not 0. */
  readonly adjusted = new Map<number, number>();
  /** By row number of an undo: the seq of the tap that the undo takes back. */
  readonly undoes = new Map<number, number>();
  /** By row number of an undo: when the undone tap was made, epoch ms. */
  readonly undoneAt = new Map<number, number>();
  /** By row number of a run: when its other taps were made, as text (tap-times.ts). */
  readonly gaps = new Map<number, string>();

  /** Removes all rows; the ids of areas, clients and categories keep their numbers. */
  clear(): void {
    this.count = 0;
    const { area, client, firstSeq, length, ins, outs, floored, transfer, category, occurredAt, delayMs } = this;
    for (const column of [area, client, firstSeq, length, ins, outs, floored, transfer, category, occurredAt, delayMs])
      column.clear();
    for (const some of [this.givenBack, this.adjusted, this.undoes, this.undoneAt, this.gaps]) some.clear();
  }

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
    this.category.push(row.category === null ? 0 : this.categories.of(row.category) + 1);
    this.occurredAt.push(row.occurredAt);
    this.delayMs.push(row.receivedAt - row.occurredAt);
    if (isGivenBack(row)) this.givenBack.add(number);
    if (row.adjusted !== 0) this.adjusted.set(number, row.adjusted);
    if (row.undoes !== null) this.undoes.set(number, row.undoes);
    if (row.undoneAt !== null) this.undoneAt.set(number, row.undoneAt);
    if (row.gaps !== null) this.gaps.set(number, row.gaps);
  }

  /** The id of the row's category; null for none. */
  categoryOf(row: number): string | null {
    const category = this.category.at(row);
    return category === 0 ? null : (this.categories.ids[category - 1] ?? null);
  }

  /** The row's tap that was made at `occurredAt`, in the form that Placement takes. */
  tapOf(row: number, occurredAt: number): Tap {
    return {
      areaId: this.areas.ids[this.area.at(row)] ?? '',
      occurredAt,
      receivedAt: this.occurredAt.at(row) + this.delayMs.at(row),
      undoneAt: this.undoneAt.get(row) ?? null,
    };
  }

  /** When each tap of a row was made, in order of seq, epoch ms. */
  timesOf(row: number): number[] {
    const [firstSeq, occurredAt] = [this.firstSeq.at(row), this.occurredAt.at(row)];
    const lastSeq = firstSeq + this.length.at(row) - 1;
    return tapTimes({ firstSeq, lastSeq, occurredAt, gaps: this.gaps.get(row) ?? null });
  }
}
