import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { SCAN_KEYS, SourceRows } from '../../../src/room/sources/source-rows';
import { migrate, MIGRATIONS } from '../../../src/room/storage/migrations';
import { sqlitePort } from '../../support/sqlite-ports';

test('a ticket that an earlier release counted at its webhook is a duplicate at every webhook', () => {
  const sql = sqlitePort(new DatabaseSync(':memory:'));
  const landing = MIGRATIONS.findIndex((migration) => migration.includes(`'${SCAN_KEYS}'`));
  migrate(sql, MIGRATIONS.slice(0, landing));
  const insert = 'INSERT INTO source_keys (source_id, key, counted_at) VALUES (?, ?, 1)';
  for (const sourceId of ['pretix-main', 'pretix-main-3', 'scanner']) sql.exec(insert, sourceId, `of ${sourceId}`);
  sql.exec(insert, 'pretix-main', 'of pretix-main-3');
  migrate(sql);
  const rows = new SourceRows(sql);
  const digests = ['of pretix-main', 'of pretix-main-3', 'of scanner'].map((key) => rows.digestOf(SCAN_KEYS, key));
  expect(digests).toEqual([null, null, undefined]);
  expect(rows.digestOf('scanner', 'of scanner')).toBeNull();
});
