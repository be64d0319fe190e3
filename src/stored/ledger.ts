import * as z from 'zod/mini';
import type { Columns, Row } from './columns';

/**
 * A ledger row: a run of taps `firstSeq` to `lastSeq` of one client (docs/decisions/0002). The order of these columns is
 * their order in event files.
 */
export const LEDGER = {
  /** `receivedAt` × 1000 plus a running number. Ids rise in the order in which the room counted. */
  id: { sql: 'id', type: 'int' },
  clientId: { sql: 'client_id', type: 'text' },
  areaId: { sql: 'area_id', type: 'text' },
  /** For a transfer, which is stored as two rows with one seq: the other area. Null for all other taps. */
  otherAreaId: { sql: 'other_area_id', type: 'text?' },
  firstSeq: { sql: 'first_seq', type: 'int' },
  lastSeq: { sql: 'last_seq', type: 'int' },
  /**
   * The number of people by which each tap of the row changes the area; negative for people who leave. 0 in a row that is
   * no tap: see {@link isGivenBack}.
   */
  change: { sql: 'change', type: 'int' },
  /** The sum over all taps of the row, like the three fields below; negative for an undo. */
  ins: { sql: 'ins', type: 'int', csv: 'in' },
  outs: { sql: 'outs', type: 'int', csv: 'out' },
  /** People in exits beyond the number of people who were inside; negative for those who are given back. */
  floored: { sql: 'floored', type: 'int' },
  /** The part of late taps that did not change the occupancy, because a reset or recount came after them. */
  adjusted: { sql: 'adjusted', type: 'int' },
  /** The seq of the tap that this row takes back; null if the row is no undo. */
  undoes: { sql: 'undoes', type: 'int?' },
  /** When the row's first tap occurred, by the room's clock. The row's other taps are within the same minute. */
  occurredAt: { sql: 'occurred_at', type: 'time', csv: 'device_time' },
  receivedAt: { sql: 'received_at', type: 'time', csv: 'server_time' },
  /** The area's occupancy after this row. */
  occupancy: { sql: 'occupancy', type: 'int' },
  /** When the row's other taps were made (tap-times.ts); null for a single tap. */
  gaps: { sql: 'gaps', type: 'text?', csv: 'tap_offsets_ms' },
  /** When the undone tap was made; null if the row is no undo. */
  undoneAt: { sql: 'undone_at', type: 'time?', csv: null },
  /** The id of the people's category; null if the tap named none that the event had. */
  category: { sql: 'category', type: 'text?' },
} as const satisfies Columns;

/** One row of the ledger without its id. */
export type LedgerRow = Omit<Row<typeof LEDGER>, 'id'>;

/**
 * Whether a row is no tap, but gives people back who left before their entry arrived, or takes that back
 * (docs/decisions/0048). Its client and seq are those of the entry or undo; it occurred when the people left.
 */
export const isGivenBack = ({ change }: Pick<LedgerRow, 'change'>): boolean => change === 0;

const Int = z.int();
const MaybeInt = z.nullable(Int);
/**
 * A row in the text of a flush: values in the order of {@link toLog}, which is only appended to. Nulls after the first
 * 13 values are left out at the end of a row.
 */
export const LogRowSchema = z.tuple([
  Int,
  Int,
  Int,
  Int,
  Int,
  Int,
  Int,
  Int,
  Int,
  MaybeInt,
  Int,
  Int,
  Int,
  z.optional(MaybeInt),
  z.optional(z.nullable(z.string())),
  z.optional(MaybeInt),
  z.optional(z.nullable(z.string())),
]);
const ALWAYS_IN_LOG = 13;
type LogRow = z.infer<typeof LogRowSchema>;

/** What the values of a row refer to: areas and clients are written as indexes, and times as ms before `now`. */
interface LogContext<Areas, Clients> {
  now: number;
  areas: Areas;
  clients: Clients;
}
type Indexes = ReadonlyMap<string, number>;

/**
 * The values are written one by one, because each ack waits for them: a loop over the columns takes up to 1.8 times as long.
 * A new column first fails to compile in {@link fromLog}, and then here.
 */
export function toLog(row: LedgerRow, { now, areas, clients }: LogContext<Indexes, Indexes>): LogRow {
  const values: Required<LogRow> = [
    clients.get(row.clientId) ?? -1,
    areas.get(row.areaId) ?? -1,
    row.firstSeq,
    row.lastSeq,
    row.change,
    row.ins,
    row.outs,
    row.floored,
    row.adjusted,
    row.undoes,
    now - row.occurredAt,
    now - row.receivedAt,
    row.occupancy,
    row.otherAreaId === null ? null : (areas.get(row.otherAreaId) ?? -1),
    row.gaps,
    row.undoneAt === null ? null : now - row.undoneAt,
    row.category,
  ];
  while (values.length > ALWAYS_IN_LOG && values.at(-1) === null) values.pop();
  return values;
}

/** Throws if the row names an area or client that the flush does not have. */
export function fromLog(
  [
    client,
    area,
    firstSeq,
    lastSeq,
    change,
    ins,
    outs,
    floored,
    adjusted,
    undoes,
    occurred,
    received,
    occupancy,
    other = null,
    gaps = null,
    undone = null,
    category = null,
  ]: LogRow,
  { now, areas, clients }: LogContext<readonly string[], readonly string[]>,
): LedgerRow {
  return {
    clientId: found(clients[client]),
    areaId: found(areas[area]),
    otherAreaId: other === null ? null : found(areas[other]),
    firstSeq,
    lastSeq,
    change,
    ins,
    outs,
    floored,
    adjusted,
    undoes,
    undoneAt: undone === null ? null : now - undone,
    occurredAt: now - occurred,
    gaps,
    receivedAt: now - received,
    occupancy,
    category,
  };
}

function found(id: string | undefined): string {
  if (id === undefined) throw new Error('The log names an area or client that it does not hold');
  return id;
}
