import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../project/repository';

test('a folder of a version before 1.0 is refused in words and stays as it is, and a folder of this version is taken again', () => {
  const stateDir = mkdtempSync(join(tmpdir(), 'headroom-state-'));
  onTestFinished(() => rmSync(stateDir, { recursive: true }));
  const migrate = () => {
    const env = { ...process.env, STATE_DIR: stateDir };
    const { status, stderr } = spawnSync(process.execPath, ['scripts/migrate-local.mjs'], {
      cwd: ROOT,
      env,
      encoding: 'utf8',
    });
    return { status, stderr };
  };
  const taken = { status: 0, stderr: '' };
  expect(migrate()).toEqual(taken);
  expect(migrate()).toEqual(taken);
  const files = globSync(join(stateDir, 'v3/d1/*/*.sqlite'));
  const file = files.find((one) => !one.endsWith('metadata.sqlite')) ?? expect.fail('no database');
  const inDatabase = <T>(work: (sql: DatabaseSync) => T): T => {
    const sql = new DatabaseSync(file);
    const result = work(sql);
    sql.close();
    return result;
  };
  inDatabase((sql) => {
    sql.exec(`DROP TABLE invitations; DELETE FROM d1_migrations;
      INSERT INTO d1_migrations (name) VALUES ('0000_initial.sql'), ('0001_billing_details.sql')`);
  });
  const before = readFileSync(file);
  const { status, stderr } = migrate();
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: expect.stringMatching(/before 1\.0.*Move the folder away/s),
  });
  expect(stderr).toContain(stateDir);
  expect(readFileSync(file).equals(before)).toBe(true);
});
