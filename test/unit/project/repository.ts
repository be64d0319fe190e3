import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * Reads the repository for tests: its files, the tables of its docs and the tests that they name.
 */

export const ROOT = resolve(import.meta.dirname, '../../..');
export const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** The files below folders of the repository, by path. */
export const filesBelow = (folders: readonly string[], ending: RegExp): string[] =>
  folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((path) => join(folder, path))
      .filter((path) => ending.test(path) && !path.includes('node_modules'))
      .toSorted(),
  );

/** The pages of the docs: those at the root and all below docs. */
export const PAGES: readonly string[] = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  ...filesBelow(['docs'], /\.md$/),
];

/** The cells of each row of a page's tables, without the head rows, and the match of `heading` in the heading above. */
export function readTables(
  page: string,
  firstHead: string,
  heading = /^## (.+)/,
): { section: string; cells: string[] }[] {
  const rows: { section: string; cells: string[] }[] = [];
  let section = '';
  for (const line of read(page).split('\n')) {
    section = heading.exec(line)?.[1] ?? section;
    if (!line.startsWith('| ') || line.startsWith(`| ${firstHead} |`)) continue;
    const cells = line.split('|').map((cell) => cell.trim());
    rows.push({ section, cells: cells.slice(1, -1) });
  }
  return rows;
}

/** The names in code before the first colon of each list item below a heading of a page (`## …`). */
export function readItems(page: string, heading: string): string[] {
  const [, after = ''] = read(page).split(`\n## ${heading}\n`);
  const [section = ''] = after.split('\n## ');
  return [...section.matchAll(/^- (`[\s\S]*?):\s/gm)].flatMap(([, head = '']) =>
    [...head.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  );
}

/** A test that a page of docs names: `test/file.test.ts`: “title”. */
export const TEST_NAME = /^`(test\/[\w/-]+\.test\.tsx?)`: “(.+)”$/;
/**
 * The text before the title of a test that runs: the call itself, the end of its rows, or the row's bracket. A skipped
 * test has a word in between.
 */
const RUNS = /(?:\b(?:test|describe)\(|\)\(|\[)\s*$/;

/** Whether the source has a test with that title, as its first argument or as the first cell of a row. */
export function hasTitle(source: string, title: string): boolean {
  const literals = ["'", '"', '`'].map((quote) => `${quote}${title}${quote},`);
  return literals.some((literal) =>
    source
      .split(literal)
      .slice(0, -1)
      .some((before) => RUNS.test(before)),
  );
}

/** Whether the file has a test with that title. Throws when the file does not exist. */
export function isThere(reference: string): boolean {
  const [, path = '', title = ''] = TEST_NAME.exec(reference) ?? [];
  return hasTitle(read(path), title);
}

/** The items of a page's lists, each as one line and with the items one level below it. */
export function readLists(page: string, heading = /^#+ (.+)/): { section: string; item: string; below: string[] }[] {
  const items: { section: string; item: string; below: string[] }[] = [];
  let section = '';
  for (const line of read(page).split('\n')) {
    section = heading.exec(line)?.[1] ?? section;
    const [, indent, dash, text = ''] = /^( *)(- )?(\S.*)$/.exec(line) ?? [];
    const last = items.at(-1);
    if (dash !== undefined && indent === '') items.push({ section, item: text, below: [] });
    else if (dash !== undefined) last?.below.push(text);
    else if (indent === '  ' && last) last.item += ` ${text}`;
    else if (indent === '    ') last?.below.push(`${last.below.pop() ?? ''} ${text}`);
  }
  return items;
}
