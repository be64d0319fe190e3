import { IDS_PER_MS } from '../../shared/limits';
import type { LedgerFact } from '../facts';
import { BYTE_ORDER_MARK, csvLine } from './csv';
import type { LedgerPage } from '../plan';
import { tapTimes } from '../tap-times';

const COLUMNS = [
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
] as const;

/** The values that the CSV needs besides the ledger rows. */
export interface LedgerContext {
  /** The business day on which the row counts; null when it counts on none of the requested days. */
  dayOf: (row: LedgerFact) => string | null;
  areaNames: ReadonlyMap<string, string>;
  /** Formats a time (epoch ms) in the event's time zone. */
  time: (at: number) => string;
}

/** The id as `<ms>-<running number>`: spreadsheets keep 15 digits of a number, and an id has 16. */
const idText = (id: number): string => `${Math.floor(id / IDS_PER_MS)}-${String(id % IDS_PER_MS).padStart(3, '0')}`;

/**
 * For each tap of a run, the ms since the run's first tap; null for a single tap and for a run that an earlier release
 * stored.
 */
function offsetsOf(row: LedgerFact): string | null {
  const times = row.gaps === null ? null : tapTimes(row);
  return times === null ? null : times.map((at) => at - row.occurredAt).join(' ');
}

export const LEDGER_CSV_HEAD = BYTE_ORDER_MARK + csvLine(COLUMNS);

/** Writes a part of the ledger as CSV: one line for each row, in the order in which the room counted. */
export function ledgerCsv({ rows, clients }: LedgerPage, { dayOf, areaNames, time }: LedgerContext): string {
  const devices = new Map(clients.map((client) => [client.clientId, client]));
  let text = '';
  for (const row of rows) {
    const day = dayOf(row);
    if (day === null) continue;
    const device = devices.get(row.clientId);
    text += csvLine([
      idText(row.id),
      day,
      row.areaId,
      areaNames.get(row.areaId) ?? null,
      row.change,
      row.lastSeq - row.firstSeq + 1,
      row.ins,
      row.outs,
      row.floored,
      row.adjusted,
      row.otherAreaId,
      row.otherAreaId === null ? null : (areaNames.get(row.otherAreaId) ?? null),
      row.undoes,
      row.clientId,
      device?.deviceId ?? null,
      device?.deviceName ?? null,
      row.firstSeq,
      row.lastSeq,
      time(row.occurredAt),
      time(row.receivedAt),
      row.occupancy,
      offsetsOf(row),
    ]);
  }
  return text;
}
