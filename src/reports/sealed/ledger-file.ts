import { EVIDENCE_FILES } from '../../shared/sealed/sealing';
import { zonedTimes } from '../../shared/sealed/zoned-time';
import { RowDayFinder } from './ledger-days';
import type { LedgerFact } from '../facts';
import type { DayFigures } from '../figures';
import { BYTE_ORDER_MARK, type Cell, csvLine, idText } from './csv';
import { tapTimes } from '../tap-times';
import { sealedColumns } from './sealed-columns';
import type { SealedDay } from './sealed-day';

/** A row, and what its file knows beside it. */
interface LedgerCells {
  row: LedgerFact;
  /** When each tap was made (epoch ms); null for a single tap, and for a run without tap times. */
  times: readonly number[] | null;
  /** Returns the name of an area or a category. */
  nameOf: (id: string) => string | null;
  time: (at: number) => string;
}

/**
 * The columns of the sealed ledger. A seal lists those of its day: new ones may be added, but none may change. Names of
 * devices are left out, because they are not stored with the rows and can change.
 */
export const LEDGER_COLUMNS: Readonly<Record<string, (cells: LedgerCells) => Cell>> = {
  id: ({ row }) => idText(row.id),
  area_id: ({ row }) => row.areaId,
  area_name: ({ row, nameOf }) => nameOf(row.areaId),
  change: ({ row }) => row.change,
  taps: ({ row }) => row.lastSeq - row.firstSeq + 1,
  in: ({ row }) => row.ins,
  out: ({ row }) => row.outs,
  floored: ({ row }) => row.floored,
  adjusted: ({ row }) => row.adjusted,
  other_area_id: ({ row }) => row.otherAreaId,
  other_area_name: ({ row: { otherAreaId }, nameOf }) => (otherAreaId === null ? null : nameOf(otherAreaId)),
  undoes: ({ row }) => row.undoes,
  client_id: ({ row }) => row.clientId,
  first_seq: ({ row }) => row.firstSeq,
  last_seq: ({ row }) => row.lastSeq,
  device_time: ({ row, time }) => time(row.occurredAt),
  server_time: ({ row, time }) => time(row.receivedAt),
  occupancy: ({ row }) => row.occupancy,
  tap_offsets_ms: ({ row, times }) => times?.map((at) => at - row.occurredAt).join(' ') ?? null,
  category_id: ({ row }) => row.category,
  category_name: ({ row: { category }, nameOf }) => (category === null ? null : nameOf(category)),
};

/** Writes the ledger rows that count on a sealed day as CSV, in the order in which the room counted them. */
export class LedgerFile {
  readonly head: string;
  private readonly columns: readonly ((cells: LedgerCells) => Cell)[];
  private readonly days: RowDayFinder;
  private readonly time: (at: number) => string;
  private readonly names: ReadonlyMap<string, string>;

  constructor(sealed: SealedDay, { closing }: DayFigures) {
    const { contents } = sealed;
    this.head = BYTE_ORDER_MARK + csvLine(contents.tables[EVIDENCE_FILES.ledger] ?? []);
    this.columns = sealedColumns(contents, EVIDENCE_FILES.ledger, LEDGER_COLUMNS);
    this.days = new RowDayFinder([sealed]);
    this.time = zonedTimes(sealed.timeZone);
    this.names = new Map([
      ...closing.areas.map(({ areaId, areaName }) => [areaId, areaName] as const),
      ...(closing.categories ?? []).map(({ categoryId, name }) => [categoryId, name] as const),
    ]);
  }

  /** Rows must come in the order of their ids, all of the span. Returns lines for those that count on the day. */
  lines(rows: readonly LedgerFact[]): string {
    let text = '';
    for (const row of rows) if (this.days.dayOf(row) !== null) text += csvLine(this.cells(row));
    return text;
  }

  private cells(row: LedgerFact): Cell[] {
    const times = row.gaps === null ? null : tapTimes(row);
    const cells = { row, times, nameOf: (id: string) => this.names.get(id) ?? null, time: this.time };
    return this.columns.map((cellOf) => cellOf(cells));
  }
}
