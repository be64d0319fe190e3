import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { filesBelow, hasTitle, isThere, PAGES, read, readLists, ROOT, TEST_NAME } from './repository';
import { THREAT_PROOFS } from './threat-proofs';

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

describe.each([...PAGES])('%s', (page) => {
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

const conformance = readLists('docs/evidence/conformance.md', /^## (\d+)\. /).map(
  ({ section, item: what, below: shownBy }) => ({ section, what, shownBy }),
);
const OUTSIDE_THREATS = new Set(['Security', 'Remaining risks', 'The odds of guessing a code']);
const threats = readLists('docs/security.md')
  .filter(({ section }) => !OUTSIDE_THREATS.has(section))
  .map(({ item }) => {
    const [, threat = '', defense = '', shownBy = ''] = /^\*\*(.+?)\*\*: (.+?)\. (`test\/.+`)$/.exec(item) ?? [];
    return { threat, defense, shownBy: shownBy.split(', ') };
  });

test('each section of the specification has its rows, each once and with the tests that prove it', () => {
  expect([...new Set(conformance.map(({ section }) => section))]).toEqual(Array.from('123456789'));
  expect(conformance.length).toBeGreaterThan(110);
  const names = conformance.map(({ section, what }) => `${section} ${what}`);
  expect(new Set(names).size).toBe(names.length);
  const bad = conformance.filter(
    ({ what, shownBy }) => what === '' || shownBy.length === 0 || new Set(shownBy).size < shownBy.length,
  );
  expect(bad).toEqual([]);
});

test('each threat is listed once, with what stops it and the files of the tests that prove it', () => {
  expect(threats.length).toBeGreaterThan(100);
  expect(new Set(threats.map(({ threat }) => threat)).size).toBe(threats.length);
  expect(threats.filter(({ threat, defense }) => [threat, defense].includes(''))).toEqual([]);
  const cited = threats.flatMap(({ shownBy }) => shownBy.map((file) => file.slice(1, -1)));
  const proven = THREAT_PROOFS.flatMap((proof) => TEST_NAME.exec(proof)?.[1] ?? []);
  expect(new Set(cited)).toEqual(new Set(proven));
});

describe('every test that the docs name exists and runs', () => {
  const named = [...conformance.flatMap(({ shownBy }) => shownBy), ...THREAT_PROOFS];
  test.each([...new Set(named)])('%s', (reference) => {
    expect(reference).toMatch(TEST_NAME);
    expect(isThere(reference)).toBe(true);
  });

  test('hasTitle finds the title of a test that runs and ignores a skipped test', () => {
    const sources = ["test('counts', () => {", "test.each([\n  ['counts', 1],\n])", "test.skip('counts', () => {"];
    expect(sources.map((source) => hasTitle(source, 'counts'))).toEqual([true, true, false]);
  });
});
