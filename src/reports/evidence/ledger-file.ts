import { zonedTimes } from '../../shared/rules/zoned-time';
import { RowDayFinder } from '../files/ledger-days';
import type { LedgerFact } from '../facts';
import type { DayFigures } from '../figures';
import { BYTE_ORDER_MARK, type Cell, csvLine } from '../files/csv';
import { idText } from '../files/ledger-csv';
import { tapTimes } from '../tap-times';
import type { SealedDay } from './sealed-day';

/**
 * The columns of the sealed ledger. The format is frozen: sealed files must be made again byte for byte. Names of devices
 * are left out, because they are not stored with the rows and can change.
 */
const COLUMNS = [
  'id',
  'area_id',
  'area_name',
  'change',
  'taps',
  'in',
  'out',
  'floored',
  'adjusted',
  'other_area_id',
  'other_area_name',
  'undoes',
  'client_id',
  'first_seq',
  'last_seq',
  'device_time',
  'server_time',
  'occupancy',
  'tap_offsets_ms',
  'category_id',
] as const;

/** Writes the ledger rows that count on a sealed day as CSV, in the order in which the room counted them. */
export class LedgerFile {
  readonly head = BYTE_ORDER_MARK + csvLine(COLUMNS);
  private readonly days: RowDayFinder;
  private readonly time: (at: number) => string;
  private readonly names: ReadonlyMap<string, string>;

  constructor(sealed: SealedDay, { closing }: DayFigures) {
    this.days = new RowDayFinder([sealed]);
    this.time = zonedTimes(sealed.timeZone);
    this.names = new Map(closing.areas.map(({ areaId, areaName }) => [areaId, areaName]));
  }

  /** Rows must come in the order of their ids, all of the span. Returns lines for those that count on the day. */
  lines(rows: readonly LedgerFact[]): string {
    let text = '';
    for (const row of rows) if (this.days.dayOf(row) !== null) text += csvLine(this.cells(row));
    return text;
  }

  private cells(row: LedgerFact): Cell[] {
    const { areaId, otherAreaId, firstSeq, lastSeq, occurredAt } = row;
    const times = row.gaps === null ? null : tapTimes(row);
    return [
      idText(row.id),
      areaId,
      this.names.get(areaId) ?? null,
      row.change,
      lastSeq - firstSeq + 1,
      row.ins,
      row.outs,
      row.floored,
      row.adjusted,
      otherAreaId,
      otherAreaId === null ? null : (this.names.get(otherAreaId) ?? null),
      row.undoes,
      row.clientId,
      firstSeq,
      lastSeq,
      this.time(occurredAt),
      this.time(row.receivedAt),
      row.occupancy,
      times === null ? null : times.map((at) => at - occurredAt).join(' '),
      row.category,
    ];
  }
}
