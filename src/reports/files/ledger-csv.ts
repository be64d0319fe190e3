import { type Column, fieldsOf } from '../../stored/columns';
import { LEDGER } from '../../stored/ledger';
import type { ClientFact, LedgerFact } from '../facts';
import { BYTE_ORDER_MARK, type Cell, csvLine, idText } from '../sealed/csv';
import type { LedgerPage } from '../plan';
import { tapTimes } from '../tap-times';

/** The values that the CSV needs besides the ledger rows. */
export interface LedgerContext {
  /** The business day on which the row counts; null when it counts on none of the requested days. */
  dayOf: (row: LedgerFact) => string | null;
  areaNames: ReadonlyMap<string, string>;
  /** Formats a time (epoch ms) in the event's time zone. */
  time: (at: number) => string;
}

/** For each tap of a run, the ms since the run's first tap; null for a single tap. */
const offsetsOf = (row: LedgerFact): string | null =>
  row.gaps === null
    ? null
    : tapTimes(row)
        .map((at) => at - row.occurredAt)
        .join(' ');

/** What the cells of a row need besides the row. */
interface RowContext extends Omit<LedgerContext, 'dayOf'> {
  day: string;
  device: ClientFact | undefined;
}
type CellOf = (row: LedgerFact, context: RowContext) => Cell;

/** The columns that are not a stored value as it is. */
const MADE = {
  id: ({ id }) => idText(id),
  business_day: (_row, { day }) => day,
  area_name: ({ areaId }, { areaNames }) => areaNames.get(areaId) ?? null,
  taps: ({ firstSeq, lastSeq }) => lastSeq - firstSeq + 1,
  other_area_name: ({ otherAreaId }, { areaNames }) =>
    otherAreaId === null ? null : (areaNames.get(otherAreaId) ?? null),
  device_id: (_row, { device }) => device?.deviceId ?? null,
  device_name: (_row, { device }) => device?.deviceName ?? null,
  tap_offsets_ms: offsetsOf,
} as const satisfies Record<string, CellOf>;

type Ledger = typeof LEDGER;
type StoredName = {
  [Field in keyof Ledger]: Ledger[Field] extends { csv: infer Name } ? Extract<Name, string> : Ledger[Field]['sql'];
}[keyof Ledger];

/** The columns in order. Stored columns that are not listed follow. */
const ORDER: readonly (keyof typeof MADE | StoredName)[] = [
  'id',
  'business_day',
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
  'device_id',
  'device_name',
  'first_seq',
  'last_seq',
  'device_time',
  'server_time',
  'occupancy',
  'tap_offsets_ms',
];

const STORED = fieldsOf(LEDGER).flatMap((field): [string, CellOf][] => {
  const { sql, type, csv = sql }: Column = LEDGER[field];
  if (csv === null) return [];
  if (type !== 'time' && type !== 'time?') return [[csv, (row) => row[field]]];
  const timeCell: CellOf = ({ [field]: value }, { time }) => (typeof value === 'number' ? time(value) : value);
  return [[csv, timeCell]];
});
/** A made cell replaces the stored value of the same name. */
const CELLS: Readonly<Record<string, CellOf>> = { ...Object.fromEntries(STORED), ...MADE };
const COLUMNS = [...new Set<string>([...ORDER, ...Object.keys(CELLS)])];
const ROW = COLUMNS.flatMap((name) => CELLS[name] ?? []);

export const LEDGER_CSV_HEAD = BYTE_ORDER_MARK + csvLine(COLUMNS);

/** Writes a part of the ledger as CSV: one line for each row, in the order in which the room counted. */
export function ledgerCsv({ rows, clients }: LedgerPage, { dayOf, areaNames, time }: LedgerContext): string {
  const devices = new Map(clients.map((client) => [client.clientId, client]));
  let text = '';
  for (const row of rows) {
    const day = dayOf(row);
    if (day === null) continue;
    const context = { areaNames, time, day, device: devices.get(row.clientId) };
    text += csvLine(ROW.map((cell) => cell(row, context)));
  }
  return text;
}
