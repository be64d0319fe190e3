import { applyMigrations } from '../../durable-object/migrations';
import type { RoomSql } from '../ports';

/**
 * The schema of a room's storage. Migrations are only appended: a released migration is never edited, and a test
 * (room-storage) checks this. Tables that are written for each tap have no secondary index, because each index costs
 * one more billed row.
 */
export const MIGRATIONS: readonly string[] = [
  `CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

   -- occupancy = ins - outs + floored + adjustments, always.
   CREATE TABLE areas (
     area_id TEXT PRIMARY KEY,
     name TEXT NOT NULL,
     capacity INTEGER NOT NULL,
     own_capacity INTEGER, -- its own number; null without limits: then the capacity is its own number
     limits TEXT, -- JSON
     position INTEGER NOT NULL,
     occupancy INTEGER NOT NULL,
     ins INTEGER NOT NULL,
     outs INTEGER NOT NULL,
     floored INTEGER NOT NULL,
     floors TEXT, -- JSON of its floored exits (src/stored/floors.ts); null if there are none
     adjustments INTEGER NOT NULL,
     categories TEXT, -- JSON of its counts by category (src/stored/tally.ts); null without categories
     counts_from INTEGER NOT NULL, -- taps that occurred earlier do not move the occupancy
     last_updated_at INTEGER,
     version INTEGER NOT NULL,
     deleted_at INTEGER
   ) WITHOUT ROWID;

   CREATE TABLE clients (
     client_id TEXT PRIMARY KEY,
     principal TEXT NOT NULL,
     last_seq INTEGER NOT NULL,
     version INTEGER NOT NULL, -- of the last applied tap
     last_seen_at INTEGER NOT NULL
   ) WITHOUT ROWID;

   -- Up to 500 rows of the ledger in one (src/room/ledger). The id of a row of the ledger is received_at * 1000 or the
   -- next free number above, so a range of times is a range of ids.
   CREATE TABLE ledger_blocks (
     last_id INTEGER PRIMARY KEY, -- of its rows; no two blocks overlap
     first_id INTEGER NOT NULL,
     body TEXT NOT NULL -- JSON
   );

   CREATE TABLE journal (
     id INTEGER PRIMARY KEY,
     at INTEGER NOT NULL,
     actor TEXT NOT NULL,
     kind TEXT NOT NULL,
     area_id TEXT,
     source_id TEXT,
     before TEXT, -- JSON
     after TEXT, -- JSON
     note TEXT,
     crossings INTEGER, -- of a reset or recount: the area's ins plus outs by then
     times INTEGER -- a machine has one entry of a kind an hour, with how often it happened; null for once
   );

   -- Flushes that are not in the tables above yet: those of the generation in meta. Slots are used again.
   -- A ledger row's run may span flushes since then.
   CREATE TABLE log (
     slot INTEGER PRIMARY KEY,
     generation INTEGER NOT NULL,
     body TEXT NOT NULL -- JSON
   );

   -- Business days on which something was counted; due_at is null once D1 has the day as it is here.
   CREATE TABLE days (
     day TEXT PRIMARY KEY, -- YYYY-MM-DD
     counted_at INTEGER NOT NULL,
     billable_at INTEGER, -- null is a free day
     attempts INTEGER NOT NULL,
     due_at INTEGER
   ) WITHOUT ROWID;

   -- Under which device each client id has joined; a page load is a client id.
   CREATE TABLE devices (
     client_id TEXT PRIMARY KEY,
     device_id TEXT NOT NULL,
     name TEXT,
     direction TEXT NOT NULL, -- both, in or out
     principal TEXT NOT NULL,
     joined_at INTEGER NOT NULL,
     left_at INTEGER, -- null while its socket is open
     area_id TEXT -- the area in which it counts; null for all areas
   ) WITHOUT ROWID;

   -- Thresholds that were reached. An area, or the whole venue where area_id is null, has one that is not over at most.
   CREATE TABLE alerts (
     alert_id TEXT PRIMARY KEY,
     area_id TEXT,
     threshold INTEGER NOT NULL, -- percent of capacity
     occupancy INTEGER NOT NULL,
     capacity INTEGER NOT NULL,
     raised_at INTEGER NOT NULL,
     acknowledged_at INTEGER,
     acknowledged_by TEXT, -- the device's name
     cleared_at INTEGER,
     note TEXT, -- what was done about it
     announce_at INTEGER -- when the account's hub is told; null once it knows the alert as it is here
   ) WITHOUT ROWID;

   -- Alerts about machines whose people are missing or wrong.
   CREATE TABLE machine_alerts (
     alert_id TEXT PRIMARY KEY,
     source_id TEXT NOT NULL,
     source_name TEXT NOT NULL,
     area_id TEXT,
     trouble TEXT, -- JSON (MachineTrouble); null for a machine that is silent
     heard_at INTEGER NOT NULL,
     raised_at INTEGER NOT NULL,
     acknowledged_at INTEGER,
     acknowledged_by TEXT,
     cleared_at INTEGER,
     note TEXT,
     announce_at INTEGER
   ) WITHOUT ROWID;

   -- Orders to doors that are in force, and which devices have confirmed them.
   CREATE TABLE orders (
     order_id TEXT PRIMARY KEY,
     kind TEXT NOT NULL, -- stop, hold, one_in_one_out or open
     target TEXT NOT NULL, -- JSON
     note TEXT,
     given_at INTEGER NOT NULL,
     given_by TEXT, -- the device's name
     baselines TEXT, -- JSON of the areas' totals when the order was given; null except for one_in_one_out
     unconfirmed_at INTEGER -- when recipients were told that a door has not confirmed it
   ) WITHOUT ROWID;
   CREATE TABLE confirmations (
     order_id TEXT NOT NULL,
     device_id TEXT NOT NULL,
     principal TEXT NOT NULL,
     device_name TEXT,
     confirmed_at INTEGER NOT NULL,
     PRIMARY KEY (order_id, device_id, principal)
   ) WITHOUT ROWID;

   -- Evacuations and drills. The newest one runs while it has no end.
   CREATE TABLE evacuations (
     evacuation_id TEXT PRIMARY KEY,
     is_drill INTEGER NOT NULL, -- 0 or 1
     started_at INTEGER NOT NULL,
     started_on TEXT, -- the device's name
     ended_at INTEGER,
     became_real_at INTEGER, -- when the drill that it was became an evacuation
     unlocked_until INTEGER,
     is_mistake INTEGER, -- 1 or null
     asks_staff INTEGER, -- 1 or null
     target_minutes INTEGER, -- in how many minutes everybody is to be out, as the event said at the start
     ledger_after INTEGER NOT NULL, -- the ledger's last id at the start
     at_start TEXT NOT NULL, -- JSON: the areas with the people inside at the start
     ended_orders TEXT, -- JSON
     timeline TEXT -- JSON; null until it does not change any more
   ) WITHOUT ROWID;

   -- Machines that count, with what the room must know to take each item once. It changes with the flush of its items.
   CREATE TABLE sources (
     source_id TEXT PRIMARY KEY,
     about TEXT NOT NULL, -- JSON: what the source says about itself
     state TEXT NOT NULL, -- JSON: the next seq, and the newest totals
     added_at INTEGER NOT NULL,
     heard_at INTEGER NOT NULL
   ) WITHOUT ROWID;
   -- The keys of items that were counted. Scans of tickets share one space of keys, whose name no source can have.
   CREATE TABLE source_keys (
     source_id TEXT NOT NULL,
     key TEXT NOT NULL,
     digest TEXT NOT NULL, -- of what the item said, so that the same key for something else is told
     counted_at INTEGER NOT NULL,
     PRIMARY KEY (source_id, key)
   ) WITHOUT ROWID;

   -- What closed business days come to. Taps that arrive later make a revision; the earlier ones stay.
   CREATE TABLE reports (
     day TEXT NOT NULL, -- YYYY-MM-DD
     revision INTEGER NOT NULL,
     starts_at INTEGER NOT NULL,
     ends_at INTEGER NOT NULL,
     closed_at INTEGER NOT NULL,
     figures TEXT NOT NULL, -- JSON of DayFigures
     closing TEXT NOT NULL, -- JSON of the state with which the next day begins
     sums TEXT, -- JSON of DayFigures with one slot a day, for reports by days; null where it does not fit
     PRIMARY KEY (day, revision)
   );

   -- The chain of seals over closed days. A link is opened with its report; body, signature and fingerprint follow once,
   -- and never change.
   CREATE TABLE seals (
     seq INTEGER PRIMARY KEY,
     day TEXT NOT NULL, -- YYYY-MM-DD
     revision INTEGER NOT NULL,
     ledger_up_to INTEGER NOT NULL, -- the report was built from the ledger up to this id
     body TEXT, -- canonical JSON (RFC 8785)
     signature TEXT,
     fingerprint TEXT
   );`,
];

/** Brings a room's storage to the newest schema, as {@link applyMigrations} does. */
export const migrate = (sql: RoomSql, migrations: readonly string[] = MIGRATIONS): void =>
  applyMigrations(sql, migrations);
