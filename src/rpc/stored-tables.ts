import * as z from 'zod/mini';

/** The tables of a room's storage, for exports and imports. Columns have the names of the room's migrations. */

const Int = z.int();
const Text = z.string();
const MaybeInt = z.nullable(Int);
const MaybeText = z.nullable(Text);

/** Each table with its key columns, in the order of an export. */
export const STORED_TABLES = {
  meta: { key: ['key'], row: z.strictObject({ key: Text, value: Text }) },
  areas: {
    key: ['area_id'],
    row: z.strictObject({
      area_id: Text,
      name: Text,
      capacity: Int,
      position: Int,
      occupancy: Int,
      ins: Int,
      outs: Int,
      floored: Int,
      adjustments: Int,
      counts_from: Int,
      last_updated_at: MaybeInt,
      version: Int,
      deleted_at: MaybeInt,
    }),
  },
  days: {
    key: ['day'],
    row: z.strictObject({ day: Text, counted_at: Int, billable_at: MaybeInt, attempts: Int, due_at: MaybeInt }),
  },
  clients: {
    key: ['client_id'],
    row: z.strictObject({ client_id: Text, principal: Text, last_seq: Int, version: Int, last_seen_at: Int }),
  },
  devices: {
    key: ['client_id'],
    row: z.strictObject({
      client_id: Text,
      device_id: Text,
      name: MaybeText,
      direction: Text,
      principal: Text,
      joined_at: Int,
      left_at: MaybeInt,
    }),
  },
  alerts: {
    key: ['alert_id'],
    row: z.strictObject({
      alert_id: Text,
      area_id: MaybeText,
      threshold: Int,
      occupancy: Int,
      capacity: Int,
      raised_at: Int,
      acknowledged_at: MaybeInt,
      acknowledged_by: MaybeText,
      cleared_at: MaybeInt,
    }),
  },
  journal: {
    key: ['id'],
    row: z.strictObject({
      id: Int,
      at: Int,
      actor: Text,
      kind: Text,
      area_id: MaybeText,
      before: MaybeText,
      after: MaybeText,
      note: MaybeText,
    }),
  },
  reports: {
    key: ['day', 'revision'],
    row: z.strictObject({
      day: Text,
      revision: Int,
      starts_at: Int,
      ends_at: Int,
      closed_at: Int,
      figures: Text,
      closing: Text,
    }),
  },
  ledger: {
    key: ['id'],
    row: z.strictObject({
      id: Int,
      client_id: Text,
      area_id: Text,
      other_area_id: MaybeText,
      first_seq: Int,
      last_seq: Int,
      change: Int,
      ins: Int,
      outs: Int,
      floored: Int,
      adjusted: Int,
      undoes: MaybeInt,
      occurred_at: Int,
      received_at: Int,
      occupancy: Int,
      // These columns are missing in files of older releases.
      gaps: z._default(MaybeText, null),
      undone_at: z._default(MaybeInt, null),
    }),
  },
} as const satisfies Record<string, { key: readonly string[]; row: z.ZodMiniObject }>;

export type StoredTable = keyof typeof STORED_TABLES;
/** The type of a row of one table. */
export type StoredTableRow<Table extends StoredTable> = z.infer<(typeof STORED_TABLES)[Table]['row']>;

type StoredValue = string | number | null;

/** A row by column name. After a check it matches {@link STORED_TABLES}. */
export type StoredRow = Record<string, StoredValue>;

/** The values of a row's key columns, which are unique in the table. */
export type StoredKey = readonly StoredValue[];

/** One part of a table, sorted by key. */
export interface StoredPage {
  rows: StoredRow[];
  /** The key to pass as `after` for the next part; null after the last part. */
  next: StoredKey | null;
}

/** A room's state at one moment. For tables that only grow, it has the last id instead of the rows. */
export interface RoomSnapshot {
  /** The number of migrations of the room's storage. */
  schema: number;
  rows: Record<'meta' | 'areas' | 'days', StoredRow[]>;
  /** The id of the table's last row; 0 if the table is empty. */
  lastId: Record<'journal' | 'ledger', number>;
  /**
   * Rows that are only in the room's log: clients that are new or newer than in their table, and ledger rows after
   * `lastId`.
   */
  logged: { clients: StoredTableRow<'clients'>[]; ledger: StoredTableRow<'ledger'>[] };
}

export const storedColumns = (table: StoredTable): string[] => Object.keys(STORED_TABLES[table].row.shape);
