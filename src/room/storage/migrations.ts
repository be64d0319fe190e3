import * as z from 'zod/mini';
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
     position INTEGER NOT NULL,
     occupancy INTEGER NOT NULL,
     ins INTEGER NOT NULL,
     outs INTEGER NOT NULL,
     floored INTEGER NOT NULL,
     adjustments INTEGER NOT NULL,
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

   -- id is received_at * 1000 or the next free number above: a range of times is a range of ids.
   -- A row is a run: consecutive seqs of one client with the same change on one area in one minute of occurred_at,
   -- of one flush. Floored taps and undoes have rows of their own.
   CREATE TABLE ledger (
     id INTEGER PRIMARY KEY,
     client_id TEXT NOT NULL,
     area_id TEXT NOT NULL,
     first_seq INTEGER NOT NULL,
     last_seq INTEGER NOT NULL,
     change INTEGER NOT NULL, -- of each tap
     ins INTEGER NOT NULL, -- of all its taps, as the four below
     outs INTEGER NOT NULL,
     floored INTEGER NOT NULL,
     adjusted INTEGER NOT NULL,
     undoes INTEGER, -- seq that this tap takes back: its ins or outs are negative
     occurred_at INTEGER NOT NULL, -- of the first tap
     received_at INTEGER NOT NULL,
     occupancy INTEGER NOT NULL -- after it
   );

   CREATE TABLE journal (
     id INTEGER PRIMARY KEY,
     at INTEGER NOT NULL,
     actor TEXT NOT NULL,
     kind TEXT NOT NULL,
     area_id TEXT,
     before TEXT, -- JSON
     after TEXT -- JSON
   );`,

  `-- Flushes that are not in the tables above yet: those of the generation in meta. Slots are used again.
   -- A ledger row's run may span flushes since then.
   CREATE TABLE log (
     slot INTEGER PRIMARY KEY,
     generation INTEGER NOT NULL,
     body TEXT NOT NULL -- JSON
   );`,

  `-- Business days on which something was counted; due_at is null once D1 has the day as it is here.
   CREATE TABLE days (
     day TEXT PRIMARY KEY, -- YYYY-MM-DD
     counted_at INTEGER NOT NULL,
     billable_at INTEGER, -- null is a free day
     attempts INTEGER NOT NULL,
     due_at INTEGER
   ) WITHOUT ROWID;`,

  `-- Of a transfer, which is two rows with one seq: the area at its other end; null for people who came or left.
   ALTER TABLE ledger ADD COLUMN other_area_id TEXT;
   ALTER TABLE journal ADD COLUMN note TEXT;

   -- Under which device each client id has joined; a page load is a client id.
   CREATE TABLE devices (
     client_id TEXT PRIMARY KEY,
     device_id TEXT NOT NULL,
     name TEXT,
     direction TEXT NOT NULL, -- both, in or out
     principal TEXT NOT NULL,
     joined_at INTEGER NOT NULL,
     left_at INTEGER -- null while its socket is open
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
     cleared_at INTEGER
   ) WITHOUT ROWID;`,

  `-- What closed business days come to. Taps that arrive later make a revision; the earlier ones stay.
   CREATE TABLE reports (
     day TEXT NOT NULL, -- YYYY-MM-DD
     revision INTEGER NOT NULL,
     starts_at INTEGER NOT NULL,
     ends_at INTEGER NOT NULL,
     closed_at INTEGER NOT NULL,
     figures TEXT NOT NULL, -- JSON of DayFigures
     closing TEXT NOT NULL, -- JSON of its Standing, which the next day begins with
     PRIMARY KEY (day, revision)
   );`,

  `-- When a run's other taps were made (src/shared/report/tap-times.ts): null for a single tap, and for runs of before.
   ALTER TABLE ledger ADD COLUMN gaps TEXT;
   -- When the tap that a row takes back was made; null in rows of before, and where nothing is taken back.
   ALTER TABLE ledger ADD COLUMN undone_at INTEGER;`,

  `-- The ledger from here on: a row holds up to 500 of the rows that the table ledger has one by one (src/room/ledger).
   -- The table ledger keeps the rows of before, until their retention is over.
   CREATE TABLE ledger_blocks (
     last_id INTEGER PRIMARY KEY, -- of its rows; no two blocks overlap
     first_id INTEGER NOT NULL,
     body TEXT NOT NULL -- JSON
   );`,

  `-- JSON of DayFigures with one slot a day, for reports by days; null in days of before, and where it does not fit.
   ALTER TABLE reports ADD COLUMN sums TEXT;`,

  `-- The category of a row's people; always null here, because rows with a category are in blocks.
   ALTER TABLE ledger ADD COLUMN category TEXT;
   -- JSON of an area's counts by category (src/stored/tally.ts); null without categories.
   ALTER TABLE areas ADD COLUMN categories TEXT;`,
  `-- An area's own number, and JSON of its limits; both are null without limits: then the capacity is its own number.
   ALTER TABLE areas ADD COLUMN own_capacity INTEGER;
   ALTER TABLE areas ADD COLUMN limits TEXT;`,
  `-- Of a reset or recount: the area's entries plus exits by then. It says how many people passed between two of them.
   ALTER TABLE journal ADD COLUMN crossings INTEGER;`,
  `-- The chain of seals over closed days. A link is opened with its report; body, signature and fingerprint follow once,
   -- and never change. Days of before get a link for their newest revision.
   CREATE TABLE seals (
     seq INTEGER PRIMARY KEY,
     day TEXT NOT NULL, -- YYYY-MM-DD
     revision INTEGER NOT NULL,
     ledger_up_to INTEGER, -- the report was built from the ledger up to this id; null in days of before
     body TEXT, -- canonical JSON (RFC 8785)
     signature TEXT,
     fingerprint TEXT
   );
   INSERT INTO seals (day, revision) SELECT day, max(revision) FROM reports GROUP BY day ORDER BY day;`,
  `-- Orders to doors that are in force, and which devices have confirmed them.
   CREATE TABLE orders (
     order_id TEXT PRIMARY KEY,
     kind TEXT NOT NULL, -- stop, hold, one_in_one_out or open
     target TEXT NOT NULL, -- JSON
     note TEXT,
     given_at INTEGER NOT NULL,
     given_by TEXT, -- the device's name
     baselines TEXT -- JSON of the areas' totals when the order was given; null except for one_in_one_out
   ) WITHOUT ROWID;
   CREATE TABLE confirmations (
     order_id TEXT NOT NULL,
     device_id TEXT NOT NULL,
     principal TEXT NOT NULL,
     device_name TEXT,
     confirmed_at INTEGER NOT NULL,
     PRIMARY KEY (order_id, device_id, principal)
   ) WITHOUT ROWID;
   -- The area in which a device counts; null for all areas.
   ALTER TABLE devices ADD COLUMN area_id TEXT;`,
  `-- Evacuations and drills. The newest one runs while it has no end.
   CREATE TABLE evacuations (
     evacuation_id TEXT PRIMARY KEY,
     is_drill INTEGER NOT NULL, -- 0 or 1
     started_at INTEGER NOT NULL,
     started_on TEXT, -- the device's name
     ended_at INTEGER,
     ledger_after INTEGER NOT NULL, -- the ledger's last id at the start
     at_start TEXT NOT NULL, -- JSON: the areas with the people inside at the start
     timeline TEXT -- JSON; null until it does not change any more
   ) WITHOUT ROWID;`,
  // What was done about an alert.
  'ALTER TABLE alerts ADD COLUMN note TEXT;',
  `-- When the account's hub is told of an alert; null once it knows the alert as it is here, and for alerts of before.
   ALTER TABLE alerts ADD COLUMN announce_at INTEGER;`,
  `-- Machines that count, with what the room must know to take each item once. It changes with the flush of its items.
   CREATE TABLE sources (
     source_id TEXT PRIMARY KEY,
     about TEXT NOT NULL, -- JSON: what the source says about itself
     state TEXT NOT NULL, -- JSON: the next seq, and the newest totals
     added_at INTEGER NOT NULL,
     heard_at INTEGER NOT NULL
   ) WITHOUT ROWID;
   -- The keys of items that were counted.
   CREATE TABLE source_keys (
     source_id TEXT NOT NULL,
     key TEXT NOT NULL,
     counted_at INTEGER NOT NULL,
     PRIMARY KEY (source_id, key)
   ) WITHOUT ROWID;`,
  `-- Alerts about machines that fell silent.
   CREATE TABLE silences (
     silence_id TEXT PRIMARY KEY,
     source_id TEXT NOT NULL,
     source_name TEXT NOT NULL,
     area_id TEXT,
     heard_at INTEGER NOT NULL,
     raised_at INTEGER NOT NULL,
     acknowledged_at INTEGER,
     acknowledged_by TEXT,
     cleared_at INTEGER,
     note TEXT,
     announce_at INTEGER -- when the account's hub is told; null once it knows the alert as it is here
   ) WITHOUT ROWID;`,
  `-- What an evacuation did beside its counts, and when recipients were told of an order that a door has not confirmed.
   ALTER TABLE evacuations ADD COLUMN became_real_at INTEGER;
   ALTER TABLE evacuations ADD COLUMN unlocked_until INTEGER;
   ALTER TABLE evacuations ADD COLUMN ended_orders TEXT; -- JSON
   ALTER TABLE evacuations ADD COLUMN is_mistake INTEGER;
   ALTER TABLE evacuations ADD COLUMN asks_staff INTEGER;
   ALTER TABLE orders ADD COLUMN unconfirmed_at INTEGER;`,
  // In how many minutes everybody is to be out, as the event said at the start.
  'ALTER TABLE evacuations ADD COLUMN target_minutes INTEGER;',
  // JSON of an area's floored exits (src/stored/floors.ts); null if there are none.
  'ALTER TABLE areas ADD COLUMN floors TEXT;',
  // Why a machine does not count right, as JSON (MachineTrouble); null for one that is silent.
  'ALTER TABLE silences ADD COLUMN trouble TEXT;',
  `-- What an item with a key said, so that the same key for something else is told. Scans of tickets share one space of
   -- keys, whose name no source can have: the colon.
   ALTER TABLE source_keys ADD COLUMN digest TEXT; -- null in rows of earlier releases
   INSERT OR IGNORE INTO source_keys (source_id, key, counted_at)
     SELECT 'scans:', key, counted_at FROM source_keys WHERE source_id LIKE 'pretix-%';
   -- A machine has one entry of a kind an hour, with how often it happened; null for once.
   ALTER TABLE journal ADD COLUMN source_id TEXT;
   ALTER TABLE journal ADD COLUMN times INTEGER;`,
];

const VersionRowSchema = z.object({ value: z.coerce.number() });

/**
 * Brings the storage to the newest schema. A migration that throws leaves the storage unchanged.
 * @throws {Error} if a newer release wrote the storage, because it may keep taps where this release does not look
 */
export function migrate(sql: RoomSql, migrations: readonly string[] = MIGRATIONS): void {
  sql.transaction(() => {
    sql.exec(
      'CREATE TABLE IF NOT EXISTS schema_version (id INTEGER PRIMARY KEY CHECK (id = 1), value INTEGER NOT NULL)',
    );
    const [row] = sql.exec('SELECT value FROM schema_version');
    const applied = row === undefined ? 0 : z.parse(VersionRowSchema, row).value;
    if (applied > migrations.length) throw new Error(`The room's schema ${applied} is newer than this version`);
    for (const migration of migrations.slice(applied)) sql.exec(migration);
    if (applied < migrations.length) {
      sql.exec('INSERT OR REPLACE INTO schema_version (id, value) VALUES (1, ?)', migrations.length);
    }
  });
}
