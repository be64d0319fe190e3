import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { filesBelow, hasTitle, isThere, read, readTables, ROOT, TEST_NAME } from './repository';

const pages = ['README.md', 'CHANGELOG.md', ...filesBelow(['docs'], /\.md$/)];

/** The anchor that GitHub gives a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
const anchorsOf = (path: string): string[] =>
  [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading ?? ''));

/** The targets of a page's links within the repository, as [target, anchor]. */
const linksOf = (page: string): [string, string][] =>
  [...read(page).matchAll(/\]\(([^)\s]+)\)|src="([^"]+)"/g)]
    .map(([, link, source]) => link ?? source ?? '')
    .filter((link) => !/^[a-z]+:/.test(link))
    .map((link) => {
      const [path = '', anchor = ''] = link.split('#');
      return [path === '' ? page : join(dirname(page), path), anchor];
    });

const PackageSchema = z.object({ scripts: z.record(z.string(), z.string()) });
const { scripts } = z.parse(PackageSchema, JSON.parse(read('package.json')));

describe.each(pages)('%s', (page) => {
  const found = (pattern: RegExp) => [...read(page).matchAll(pattern)].map(([, what]) => what ?? '');

  test('all links, paths, npm commands and wrangler commands lead somewhere', () => {
    const broken = linksOf(page).filter(
      ([path, anchor]) =>
        !existsSync(join(ROOT, path)) || (anchor !== '' && path.endsWith('.md') && !anchorsOf(path).includes(anchor)),
    );
    expect(broken).toEqual([]);
    const paths = found(/(?<![\w./-])((?:src|web|test|scripts|migrations)\/[\w./-]*\w)/g);
    const isFile = (path: string) => existsSync(join(ROOT, path)) || existsSync(join(ROOT, `${path}.test.ts`));
    expect(paths.filter((path) => !isFile(path))).toEqual([]);
    const named = found(/npm run (?:--silent )?([a-z][\w:-]*)/g);
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
    const isForOne = (command: string) =>
      /--env |--local|headroom-(?:staging|production)/.test(command) || command === 'login';
    expect(found(/npx wrangler ([^`\n]*)/g).filter((command) => !isForOne(command))).toEqual([]);
  });
});

test('every rule that code, tests or docs cite is in docs/product.md', () => {
  const rules = new Set([...read('docs/product.md').matchAll(/^- \*\*([A-Z]\d+)\*\* /gm)].map(([, rule]) => rule));
  expect(rules.size).toBeGreaterThan(70);
  const sources = filesBelow(
    ['src', 'web/src', 'web/public', 'scripts', 'test', 'docs'],
    /\.(?:ts|tsx|mjs|js|css|md)$/,
  );
  const cited = sources.flatMap((path) =>
    [...read(path).matchAll(/docs\/product\.md, ((?:[A-Z]\d+(?:, | and | to )?)+)/g)].flatMap(([, list]) =>
      [...(list ?? '').matchAll(/[A-Z]\d+/g)].map(([rule]) => ({ path, rule })),
    ),
  );
  expect(cited.length).toBeGreaterThan(50);
  expect(cited.filter(({ rule }) => !rules.has(rule))).toEqual([]);
});

const conformance = readTables('docs/evidence/conformance.md', 'What', /^## (\d+)\. /).map(({ section, cells }) => {
  const [what = '', shownBy = ''] = cells;
  return { section, what, shownBy: shownBy.split('<br>') };
});
const threats = readTables('docs/evidence/threats.md', 'Threat').map(({ cells }) => {
  const [threat = '', asset = '', defence = '', where = '', shownBy = ''] = cells;
  return { threat, asset, defence, where: where.split('<br>'), shownBy: shownBy.split('<br>') };
});
const FILE = /^`((?:src|web|test|scripts|docs|migrations|\.github)\/[\w./-]+|wrangler\.toml|package\.json)`$/;

test('each section of the specification has its rows, each once and with the tests that prove it', () => {
  expect([...new Set(conformance.map(({ section }) => section))]).toEqual(Array.from('123456789'));
  expect(conformance.length).toBeGreaterThan(110);
  const names = conformance.map(({ section, what }) => `${section} ${what}`);
  expect(new Set(names).size).toBe(names.length);
  const bad = conformance.filter(({ what, shownBy }) => what === '' || new Set(shownBy).size < shownBy.length);
  expect(bad).toEqual([]);
});

test('each threat is listed once, with its asset, its defense, the place of the defense and the tests that prove it', () => {
  expect(threats.length).toBeGreaterThan(35);
  expect(new Set(threats.map(({ threat }) => threat)).size).toBe(threats.length);
  const bad = threats.filter(
    ({ threat, asset, defence, where }) =>
      [threat, asset, defence].includes('') ||
      !where.every((place) => existsSync(join(ROOT, FILE.exec(place)?.[1] ?? 'nowhere'))),
  );
  expect(bad).toEqual([]);
});

describe('every test that the docs name exists and runs', () => {
  const named = [...conformance, ...threats].flatMap(({ shownBy }) => shownBy);
  test.each([...new Set(named)])('%s', (reference) => {
    expect(reference).toMatch(TEST_NAME);
    expect(isThere(reference)).toBe(true);
  });

  test('hasTitle finds the title of a test that runs and ignores a skipped test', () => {
    const sources = ["test('counts', () => {", "test.each([\n  ['counts', 1],\n])", "test.skip('counts', () => {"];
    expect(sources.map((source) => hasTitle(source, 'counts'))).toEqual([true, true, false]);
  });
});
