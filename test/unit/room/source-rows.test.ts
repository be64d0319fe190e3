import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { SCAN_KEYS, shareScanKeys, SourceRows } from '../../../src/room/sources/source-rows';
import { migrate, MIGRATIONS } from '../../../src/room/storage/migrations';
import { sqlitePort } from '../../support/sqlite-ports';

const LANDING = MIGRATIONS.findIndex((migration) => migration.includes(`'${SCAN_KEYS}'`));

test.each([
  ['in a room that is upgraded', LANDING, migrate],
  ['in a file that is imported', MIGRATIONS.length, shareScanKeys],
])('a ticket that an earlier release counted at its webhook is a duplicate at every webhook %s', (_, before, share) => {
  const sql = sqlitePort(new DatabaseSync(':memory:'));
  migrate(sql, MIGRATIONS.slice(0, before));
  const insert = 'INSERT INTO source_keys (source_id, key, counted_at) VALUES (?, ?, 1)';
  for (const sourceId of ['pretix-main', 'pretix-main-3', 'scanner']) sql.exec(insert, sourceId, `of ${sourceId}`);
  sql.exec(insert, 'pretix-main', 'of pretix-main-3');
  share(sql);
  const rows = new SourceRows(sql);
  const digests = ['of pretix-main', 'of pretix-main-3', 'of scanner'].map((key) => rows.digestOf(SCAN_KEYS, key));
  expect(digests).toEqual([null, null, undefined]);
  expect(rows.digestOf('scanner', 'of scanner')).toBeNull();
});
