/** The schema of a hub's storage. Migrations are only appended: a released one is never edited, and a test checks this. */
export const MIGRATIONS: readonly string[] = [
  `-- The hub's only job.
   CREATE TABLE job (
     user_id TEXT PRIMARY KEY,
     due_at INTEGER NOT NULL,
     attempts INTEGER NOT NULL,
     requests INTEGER NOT NULL
   ) WITHOUT ROWID;

   -- Rooms that have sockets.
   CREATE TABLE rooms (event_id TEXT PRIMARY KEY, jurisdiction TEXT) WITHOUT ROWID;

   -- What the account's devices know of its events (JSON); null for a deleted event.
   CREATE TABLE announced_events (event_id TEXT PRIMARY KEY, event TEXT) WITHOUT ROWID;

   CREATE TABLE alert_subjects (
     event_id TEXT NOT NULL,
     area_id TEXT NOT NULL,
     body TEXT NOT NULL, -- JSON
     changed_at INTEGER NOT NULL,
     PRIMARY KEY (event_id, area_id)
   ) WITHOUT ROWID;

   CREATE TABLE alert_told (
     recipient_id TEXT NOT NULL,
     event_id TEXT NOT NULL,
     area_id TEXT NOT NULL,
     alert_id TEXT NOT NULL,
     threshold INTEGER NOT NULL,
     is_acknowledged INTEGER NOT NULL,
     at INTEGER NOT NULL,
     PRIMARY KEY (recipient_id, event_id, area_id)
   ) WITHOUT ROWID;

   CREATE TABLE alert_messages (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     key TEXT UNIQUE,
     recipient_id TEXT NOT NULL,
     body TEXT NOT NULL, -- JSON
     created_at INTEGER NOT NULL,
     due_at INTEGER, -- null if it is not sent any more
     attempts INTEGER NOT NULL,
     last_at INTEGER,
     state TEXT NOT NULL,
     answer TEXT
   );
   CREATE INDEX alert_messages_due ON alert_messages (due_at) WHERE due_at IS NOT NULL;

   -- What recipients know of counts. The counts themselves are not stored.
   CREATE TABLE counts_told (
     recipient_id TEXT NOT NULL,
     event_id TEXT NOT NULL,
     event_name TEXT NOT NULL,
     mark TEXT,
     state TEXT NOT NULL,
     answer TEXT,
     failures INTEGER NOT NULL,
     failing_since INTEGER,
     last_at INTEGER NOT NULL,
     due_at INTEGER,
     PRIMARY KEY (recipient_id, event_id)
   ) WITHOUT ROWID;

   -- How many mails about alerts were sent on a day (UTC).
   CREATE TABLE mail_days (day INTEGER PRIMARY KEY, mails INTEGER NOT NULL);`,

  `-- The threshold of which a message has told the recipient, 0 if none has, and whether the last message was given up. Rows
   -- from before say what was queued, which counts as told; a row with 0 belongs to an end, which may still wait.
   ALTER TABLE alert_told ADD COLUMN sent INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE alert_told ADD COLUMN is_given_up INTEGER NOT NULL DEFAULT 0;
   UPDATE alert_told SET sent = CASE
     WHEN threshold > 0 THEN threshold
     WHEN EXISTS (SELECT 1 FROM alert_messages
                  WHERE recipient_id = alert_told.recipient_id AND due_at IS NOT NULL) THEN 1
     ELSE 0 END;`,
];
