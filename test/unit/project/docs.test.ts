import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

const ROOT = resolve(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const pages = [
  'README.md',
  'CHANGELOG.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => join('docs', path)),
];

/** As GitHub names a heading in an address. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
const anchorsOf = (path: string): string[] =>
  [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading ?? ''));

/** Where a page's links lead within the repository, as [target, anchor]. */
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

test('there are pages with links', () => {
  expect(pages.length).toBeGreaterThan(15);
  expect(pages.flatMap(linksOf).length).toBeGreaterThan(30);
});

test('the figures that commands write into the pages are there', () => {
  const written = pages.flatMap((page) => [
    ...read(page).matchAll(/<!-- (?!end of )(.+) -->\n([^]*?)<!-- end of \1 -->/g),
  ]);
  expect(written.map(([, what]) => what)).toEqual([
    'figures',
    'figures',
    'load',
    'wake',
    'start',
    'calls',
    'figures in memory',
  ]);
  expect(written.filter(([, , figures]) => !/^\|.*\d.*\|$/m.test(figures ?? '')).map(([, what]) => what)).toEqual([]);
});

describe.each(pages)('%s', (page) => {
  test('its links lead somewhere', () => {
    const broken = linksOf(page).filter(
      ([path, anchor]) =>
        !existsSync(join(ROOT, path)) || (anchor !== '' && path.endsWith('.md') && !anchorsOf(path).includes(anchor)),
    );
    expect(broken).toEqual([]);
  });

  test('its npm commands exist', () => {
    const named = [...read(page).matchAll(/npm run (?:--silent )?([a-z][\w:-]*)/g)].map(([, name]) => name ?? '');
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
  });

  test('its wrangler commands say which environment they mean', () => {
    const commands = [...read(page).matchAll(/npx wrangler ([^`\n]*)/g)].map(([, command]) => command ?? '');
    const isForOne = (command: string) =>
      /--env |--local|headroom-(?:staging|production)/.test(command) || command === 'login';
    expect(commands.filter((command) => !isForOne(command))).toEqual([]);
  });
});
