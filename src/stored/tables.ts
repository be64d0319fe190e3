import { type AreaFact, byFact } from '../shared/schemas/area-facts';
import { type Columns, fileRowSchema, type SqlRow } from './columns';
import { LEDGER } from './ledger';

/**
 * The tables of a room's storage, as its migrations create them. Row types, SQL, event files, the export of an
 * account and the ledger's CSV follow from these declarations (docs/decisions/0023). The order of the columns is their
 * order in event files and in the export.
 */

const META = { key: { sql: 'key', type: 'text' }, value: { sql: 'value', type: 'text' } } as const satisfies Columns;

export const AREAS = {
  areaId: { sql: 'area_id', type: 'text' },
  areaName: { sql: 'name', type: 'text' },
  /** The lowest of the area's own number and its limits. */
  capacity: { sql: 'capacity', type: 'int' },
  position: { sql: 'position', type: 'int', exported: null },
  occupancy: { sql: 'occupancy', type: 'int', exported: 'currentOccupancy' },
  ins: { sql: 'ins', type: 'int', exported: 'totalEntries' },
  outs: { sql: 'outs', type: 'int', exported: 'totalExits' },
  /** Exits beyond the people who were inside. */
  floored: { sql: 'floored', type: 'int' },
  /** What resets, recounts and late taps changed. */
  adjustments: { sql: 'adjustments', type: 'int' },
  /** Taps that occurred before this time (the last reset or recount) do not change the occupancy. */
  countsFrom: { sql: 'counts_from', type: 'time', exported: null },
  lastUpdatedAt: { sql: 'last_updated_at', type: 'time?' },
  version: { sql: 'version', type: 'int', exported: null },
  deletedAt: { sql: 'deleted_at', type: 'time?' },
  /** JSON of the area's tally (tally.ts); null if nobody was counted while the event had categories. */
  categories: { sql: 'categories', type: 'text?' },
  /** The area's own number beside its limits; null without limits. */
  ownCapacity: { sql: 'own_capacity', type: 'int?' },
  /** JSON of the area's facts; null for one that it does not have. */
  ...byFact<{ [Fact in AreaFact]: { sql: Fact; type: 'text?' } }>((fact) => ({ sql: fact, type: 'text?' })),
  /** JSON of the area's floored exits (floors.ts); null if there are none. */
  floors: { sql: 'floors', type: 'text?', exported: null },
} as const satisfies Columns;

export const DAYS = {
  /** The name of the day, YYYY-MM-DD. */
  day: { sql: 'day', type: 'text' },
  countedAt: { sql: 'counted_at', type: 'time' },
  /** When the day's first tap outside the trial occurred; null for a free day. */
  billableAt: { sql: 'billable_at', type: 'time?' },
  attempts: { sql: 'attempts', type: 'int' },
  /** When the day is delivered to D1; null once D1 has the day as it is here. */
  dueAt: { sql: 'due_at', type: 'time?' },
} as const satisfies Columns;

export const CLIENTS = {
  clientId: { sql: 'client_id', type: 'text' },
  principal: { sql: 'principal', type: 'text' },
  /** All taps up to this seq are durable or refused. */
  lastSeq: { sql: 'last_seq', type: 'int' },
  /** The room's version at the client's last counted tap. */
  version: { sql: 'version', type: 'int' },
  lastSeenAt: { sql: 'last_seen_at', type: 'time' },
} as const satisfies Columns;

/** The device on which a client joined, and the principal who used it. */
export const DEVICES = {
  clientId: { sql: 'client_id', type: 'text' },
  deviceId: { sql: 'device_id', type: 'text' },
  name: { sql: 'name', type: 'text?', exported: 'deviceName' },
  direction: { sql: 'direction', type: 'text' },
  /** An export says only whether it is an admin's (src/services/accounts/export-schema.ts). */
  principal: { sql: 'principal', type: 'text', exported: 'isAdmin' },
  joinedAt: { sql: 'joined_at', type: 'time' },
  /** Null while the client's socket is open, and also if the room was not running when the socket closed. */
  leftAt: { sql: 'left_at', type: 'time?' },
  /** The area in which the device counts; null for all areas. */
  areaId: { sql: 'area_id', type: 'text?' },
} as const satisfies Columns;

export const ALERTS = {
  alertId: { sql: 'alert_id', type: 'text' },
  /** Null for an alert of the venue. */
  areaId: { sql: 'area_id', type: 'text?' },
  /** In percent of the capacity. */
  threshold: { sql: 'threshold', type: 'int' },
  occupancy: { sql: 'occupancy', type: 'int' },
  capacity: { sql: 'capacity', type: 'int' },
  raisedAt: { sql: 'raised_at', type: 'time' },
  acknowledgedAt: { sql: 'acknowledged_at', type: 'time?' },
  acknowledgedBy: { sql: 'acknowledged_by', type: 'text?' },
  clearedAt: { sql: 'cleared_at', type: 'time?' },
  /** What somebody wrote about what was done. */
  note: { sql: 'note', type: 'text?' },
  /** When the account's hub is told of the alert; null once it knows the alert as it is here. */
  announceAt: { sql: 'announce_at', type: 'time?', exported: null },
} as const satisfies Columns;

/** The orders to doors that are in force. An order that has ended is only in the journal. */
export const ORDERS = {
  orderId: { sql: 'order_id', type: 'text' },
  kind: { sql: 'kind', type: 'text' },
  /** JSON of an OrderTarget. */
  target: { sql: 'target', type: 'text' },
  note: { sql: 'note', type: 'text?' },
  givenAt: { sql: 'given_at', type: 'time' },
  givenBy: { sql: 'given_by', type: 'text?' },
  /** JSON of the areas' totals when the order was given; null except for one_in_one_out. */
  baselines: { sql: 'baselines', type: 'text?' },
  /** When recipients were told that a door has not confirmed it; null before that. */
  unconfirmedAt: { sql: 'unconfirmed_at', type: 'time?' },
} as const satisfies Columns;

/** Which devices have confirmed the orders in force. */
export const CONFIRMATIONS = {
  orderId: { sql: 'order_id', type: 'text' },
  deviceId: { sql: 'device_id', type: 'text' },
  /** An export says only whether it is an admin's. */
  principal: { sql: 'principal', type: 'text', exported: 'isAdmin' },
  deviceName: { sql: 'device_name', type: 'text?' },
  confirmedAt: { sql: 'confirmed_at', type: 'time' },
} as const satisfies Columns;

/** Evacuations and drills. The newest one runs while it has no end. */
export const EVACUATIONS = {
  evacuationId: { sql: 'evacuation_id', type: 'text' },
  /** 0 or 1. */
  isDrill: { sql: 'is_drill', type: 'int' },
  startedAt: { sql: 'started_at', type: 'time' },
  startedOn: { sql: 'started_on', type: 'text?' },
  endedAt: { sql: 'ended_at', type: 'time?' },
  /** The ledger's last id at the start. */
  ledgerAfter: { sql: 'ledger_after', type: 'int', exported: null },
  /** JSON of the areas with the people inside at the start. */
  atStart: { sql: 'at_start', type: 'text' },
  /** JSON of a Timeline; null until it does not change any more. */
  timeline: { sql: 'timeline', type: 'text?' },
  /** When the drill that it was became an evacuation; null if it began as what it is. */
  becameRealAt: { sql: 'became_real_at', type: 'time?' },
  /** Until then no lock stops what it counts (docs/product.md, V9). */
  unlockedUntil: { sql: 'unlocked_until', type: 'time?', exported: null },
  /** JSON of the orders that it ended; null for none. */
  endedOrders: { sql: 'ended_orders', type: 'text?' },
  /** 1 if it was started by mistake, otherwise null. */
  isMistake: { sql: 'is_mistake', type: 'int?' },
  /** 1 while displays ask people to speak to the staff (docs/product.md, V12), otherwise null. */
  asksStaff: { sql: 'asks_staff', type: 'int?', exported: null },
  /** The event's target at the start (docs/product.md, V13); null for none. */
  targetMinutes: { sql: 'target_minutes', type: 'int?' },
} as const satisfies Columns;

/** Machines that count. Their clients are `source:<source id>`. */
export const SOURCES = {
  sourceId: { sql: 'source_id', type: 'text' },
  /** JSON of a Source: what it says about itself. */
  about: { sql: 'about', type: 'text' },
  /** JSON: the seq of its next delta, and its newest totals. */
  state: { sql: 'state', type: 'text', exported: null },
  addedAt: { sql: 'added_at', type: 'time' },
  /** When it last sent something, as far as that was stored. */
  heardAt: { sql: 'heard_at', type: 'time' },
} as const satisfies Columns;

/**
 * The keys of items that were counted, by source; those of scans of tickets are under one id (source-rows.ts). They are kept
 * as long as an item can be late.
 */
const SOURCE_KEYS = {
  sourceId: { sql: 'source_id', type: 'text' },
  key: { sql: 'key', type: 'text' },
  countedAt: { sql: 'counted_at', type: 'time' },
  /** A short hash of what the item said. */
  digest: { sql: 'digest', type: 'text' },
} as const satisfies Columns;

/** Alerts about sources whose people are missing or wrong. */
export const MACHINE_ALERTS = {
  alertId: { sql: 'alert_id', type: 'text' },
  sourceId: { sql: 'source_id', type: 'text' },
  /** What the source was called then: its name or its door. */
  sourceName: { sql: 'source_name', type: 'text' },
  /** Where it counts; null if it said no area. */
  areaId: { sql: 'area_id', type: 'text?' },
  /** When it was last heard, or since when all that it sends is refused. */
  heardAt: { sql: 'heard_at', type: 'time' },
  raisedAt: { sql: 'raised_at', type: 'time' },
  acknowledgedAt: { sql: 'acknowledged_at', type: 'time?' },
  acknowledgedBy: { sql: 'acknowledged_by', type: 'text?' },
  clearedAt: { sql: 'cleared_at', type: 'time?' },
  /** What somebody wrote about what was done. */
  note: { sql: 'note', type: 'text?' },
  /** When the account's hub is told of the alert; null once it knows the alert as it is here. */
  announceAt: { sql: 'announce_at', type: 'time?', exported: null },
  /** JSON (MachineTrouble): why; null for a source that is silent. */
  trouble: { sql: 'trouble', type: 'text?' },
} as const satisfies Columns;

export const JOURNAL = {
  id: { sql: 'id', type: 'int' },
  at: { sql: 'at', type: 'time' },
  /** `admin:<id>`, `admin` (it is not known who), `code:<id>`, `inspector:<id of the link>`, `operator` or `system`. */
  actor: { sql: 'actor', type: 'text' },
  kind: { sql: 'kind', type: 'text' },
  areaId: { sql: 'area_id', type: 'text?' },
  /** JSON, like `after`. */
  before: { sql: 'before', type: 'text?' },
  after: { sql: 'after', type: 'text?' },
  note: { sql: 'note', type: 'text?' },
  /**
   * A reset or recount has here the area's ins plus outs since the area was created. It is null in all other
   * entries.
   */
  crossings: { sql: 'crossings', type: 'int?' },
  /** The machine that the entry is about; null for all other entries. */
  sourceId: { sql: 'source_id', type: 'text?' },
  /** How often it happened within the hour, for an entry about a machine; null for once. */
  times: { sql: 'times', type: 'int?' },
} as const satisfies Columns;

export const REPORTS = {
  /** The name of the business day, YYYY-MM-DD. */
  day: { sql: 'day', type: 'text' },
  revision: { sql: 'revision', type: 'int' },
  startsAt: { sql: 'starts_at', type: 'time' },
  endsAt: { sql: 'ends_at', type: 'time' },
  closedAt: { sql: 'closed_at', type: 'time' },
  /** JSON of DayFigures. */
  figures: { sql: 'figures', type: 'text' },
  /** JSON of the figures' `closing`, with which the next day begins. */
  closing: { sql: 'closing', type: 'text', exported: null },
  /** JSON of the figures with one slot a day (src/reports/days/day-sums.ts); null if only the figures are stored. */
  sums: { sql: 'sums', type: 'text?', exported: null },
} as const satisfies Columns;

/** The chain of seals (docs/decisions/0036). A link is open, with nulls, until its day is sealed; then it never changes. */
export const SEALS = {
  /** The link's number in the chain. */
  seq: { sql: 'seq', type: 'int' },
  day: { sql: 'day', type: 'text' },
  revision: { sql: 'revision', type: 'int' },
  /** The report was built from the ledger up to this id. */
  ledgerUpTo: { sql: 'ledger_up_to', type: 'int', exported: null },
  /** The canonical JSON of a Seal, which is what is signed. */
  body: { sql: 'body', type: 'text?', exported: 'seal' },
  /** In base64url; null for a link without a signature. */
  signature: { sql: 'signature', type: 'text?' },
  /** The SHA-256 of `body` in hex. */
  fingerprint: { sql: 'fingerprint', type: 'text?' },
} as const satisfies Columns;

const tableOf = <T extends Columns>(columns: T, ...key: (keyof SqlRow<T> & string)[]) => ({
  columns,
  key,
  row: fileRowSchema(columns),
});

/** Each table with its key columns, in the order of an export. */
export const STORED_TABLES = {
  meta: tableOf(META, 'key'),
  areas: tableOf(AREAS, 'area_id'),
  days: tableOf(DAYS, 'day'),
  clients: tableOf(CLIENTS, 'client_id'),
  devices: tableOf(DEVICES, 'client_id'),
  alerts: tableOf(ALERTS, 'alert_id'),
  orders: tableOf(ORDERS, 'order_id'),
  confirmations: tableOf(CONFIRMATIONS, 'order_id', 'device_id', 'principal'),
  evacuations: tableOf(EVACUATIONS, 'evacuation_id'),
  sources: tableOf(SOURCES, 'source_id'),
  source_keys: tableOf(SOURCE_KEYS, 'source_id', 'key'),
  machine_alerts: tableOf(MACHINE_ALERTS, 'alert_id'),
  journal: tableOf(JOURNAL, 'id'),
  reports: tableOf(REPORTS, 'day', 'revision'),
  seals: tableOf(SEALS, 'seq'),
  ledger: tableOf(LEDGER, 'id'),
} as const;

export type StoredTable = keyof typeof STORED_TABLES;

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
   * Rows that are not in the tables: clients that are new or newer than in their table, and ledger rows after `lastId`.
   */
  logged: { clients: SqlRow<typeof CLIENTS>[]; ledger: SqlRow<typeof LEDGER>[] };
}

export const storedColumns = (table: StoredTable): string[] => Object.keys(STORED_TABLES[table].row.shape);
