import { expect, test } from 'vitest';
import { unstable_readConfig as readConfig } from 'wrangler';
import { againstGradual, changedVariables, changesBetween, rollbackOver } from '../../../scripts/deploy/changes';
import { wrongStep } from '../../../scripts/deploy/gradual';
import { type History, rollbackTarget } from '../../../scripts/deploy/history';
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

test('a rollback names the variables that go back', () => {
  const variables = changedVariables({ vars: { A: '1', B: '1', C: '1' } }, { vars: { B: '2', C: '1', D: '1' } });
  expect(rollbackOver(['settings'], variables).says.at(-1)).toBe('Variables that go back: A, B, D.');
});

/** A history of versions, each with its release; `2:10 1:90` is a deployment of two of them, the newest first. */
function historyOf(releases: (string | null)[], ...deployments: string[]): History {
  const versions = releases.map((release, i) => ({ id: `id-${i}`, release, isSecretChange: false }));
  const shares = deployments.map((parts) =>
    parts.split(' ').map((part) => {
      const [i, percentage] = part.split(':').map(Number);
      return { id: `id-${i}`, percentage: percentage ?? 0, release: releases[i ?? 0] ?? null, isSecretChange: false };
    }),
  );
  return { versions, deployments: shares };
}

test('a rollback goes to the last release that served alone, and never to a version without one', () => {
  const gradual = historyOf([null, 'one', 'two'], '2:10 1:90', '1:100', '0:100');
  expect(rollbackTarget(gradual, 'staging')).toMatchObject({ newest: 'two', target: { id: 'id-1', release: 'one' } });
  const first = historyOf([null, 'one'], '1:100', '0:100');
  expect(() => rollbackTarget(first, 'staging')).toThrow(/no earlier release(?!.*wrangler rollback)/s);
  const unnamed = historyOf(['one', null], '1:100', '0:100');
  expect(() => rollbackTarget(unnamed, 'staging')).toThrow('npx wrangler rollback id-0 --env staging');
});

test('a second rollback does not go forward to the release that was left', () => {
  const back = historyOf(['one', 'two'], '0:100', '1:100', '0:100');
  expect(() => rollbackTarget(back, 'staging')).toThrow(/no earlier release/);
});

test('the part of a gradual deployment only grows', () => {
  const [shares = []] = historyOf(['one', 'two'], '1:10 0:90').deployments;
  const [fifty, ...others] = [50, 10, 5].map((percent) => wrongStep(shares, 'two', percent, 'staging'));
  expect(fifty).toBeNull();
  for (const said of others) expect(said).toMatch(/two has 10 %, one has 90 %.*npm run rollback -- --env staging/);
});
