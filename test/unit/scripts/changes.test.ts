import { expect, test } from 'vitest';
import { unstable_readConfig as readConfig } from 'wrangler';
import { againstGradual, changesBetween, rollbackOver } from '../../../scripts/deploy/changes';
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
  ['calls to hubs', ['src/rpc/hub-api.ts'], {}, ['calls'], false, 'yes'],
  ['calls about machines', ['src/rpc/room/source-calls.ts'], {}, ['calls'], false, 'yes'],
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
  const paths = ['src/room/storage/migrations.ts', 'src/shared/protocol/version.ts', 'src/rpc/room/room-api.ts'];
  for (const path of paths) expect(read(path).length).toBeGreaterThan(0);
  expect(Object.keys(CONFIG)).toEqual(expect.arrayContaining(['migrations', 'triggers', 'vars', 'workers_dev']));
});

/** A history of deployments, the newest first; `two:10 one:90` gives a part of the traffic to each of two releases. */
function historyOf(...texts: string[]): History {
  const deployments = texts.map((text) =>
    [...text.matchAll(/(\w*):(\d+)/g)].map(([, id = '', part]) => {
      return { id, percentage: Number(part), release: id === '' ? null : id, isSecretChange: false };
    }),
  );
  const versions = new Map(
    deployments
      .flat()
      .toReversed()
      .map((share) => [share.id, share]),
  );
  return { versions: [...versions.values()], deployments };
}

test('a rollback goes to the last release that served alone, and never to a version without one', () => {
  const gradual = historyOf('two:10 one:90', 'one:100', ':100');
  expect(rollbackTarget(gradual, 'staging')).toMatchObject({ newest: 'two', target: { release: 'one' } });
  const toFirst = () => rollbackTarget(historyOf('one:100', ':100'), 'staging');
  expect(toFirst).toThrow(/no earlier release(?!.*wrangler rollback)/s);
  expect(() => rollbackTarget(historyOf(':100', 'one:100'), 'staging')).toThrow('wrangler rollback one --env staging');
});

test('a second rollback does not go forward to the release that was left', () => {
  const back = historyOf('one:100', 'two:100', 'one:100');
  expect(() => rollbackTarget(back, 'staging')).toThrow(/no earlier release/);
});

test('the part of a gradual deployment only grows', () => {
  const [shares = []] = historyOf('two:10 one:90').deployments;
  const [fifty, ...others] = [50, 10, 5].map((percent) => wrongStep(shares, 'two', percent, 'staging'));
  expect(fifty).toBeNull();
  for (const said of others) expect(said).toMatch(/two has 10 %, one has 90 %.*npm run rollback -- --env staging/);
});
