import { expect, test } from 'vitest';
import { unstable_readConfig as readConfig } from 'wrangler';
import { againstGradual, changesBetween, rollbackOver } from '../../../scripts/deploy/changes';
import { read } from '../project/repository';

const CONFIG = { ...readConfig({ config: 'wrangler.toml', env: 'production' }) };
const between = (paths: string[], changed: object = {}) => changesBetween(paths, CONFIG, { ...CONFIG, ...changed });

test.each<[string, string[], object, string[], boolean, string]>([
  ['code and texts', ['src/app.ts', 'web/src/x.tsx', 'docs/x.md'], {}, [], true, 'yes'],
  ['the storage of rooms', ['src/room/storage/migrations.ts'], {}, ['rooms'], false, 'anyway'],
  ['classes', [], { migrations: [] }, ['classes'], false, 'no'],
  ['rooms and classes', ['src/room/storage/migrations.ts'], { migrations: [] }, ['rooms', 'classes'], false, 'no'],
  ['the protocol', ['src/shared/protocol/version.ts'], {}, ['protocol'], false, 'yes'],
  ['calls to rooms', ['src/rpc/contract.ts'], {}, ['calls'], false, 'yes'],
  ['tables of D1', ['migrations/0009_x.sql'], {}, ['database'], true, 'yes'],
  ['crons', [], { triggers: { crons: [] } }, ['triggers'], false, 'yes'],
  ['variables', [], { vars: {} }, ['settings'], true, 'yes'],
])(
  'a release that changes %s is deployed and taken back by its rule',
  (_what, paths, config, changes, isGradual, back) => {
    const found = between(paths, config);
    expect(found).toEqual(changes);
    expect(againstGradual(found).length === 0).toBe(isGradual);
    const { isPossible, says } = rollbackOver(found);
    expect(isPossible).toBe(back);
    expect(says).toHaveLength(changes.length + 1);
  },
);

test('the files by which changes are found exist', () => {
  const paths = ['src/room/storage/migrations.ts', 'src/shared/protocol/version.ts', 'src/rpc/contract.ts'];
  for (const path of paths) expect(read(path).length).toBeGreaterThan(0);
  expect(Object.keys(CONFIG)).toEqual(expect.arrayContaining(['migrations', 'triggers', 'vars', 'workers_dev']));
});
