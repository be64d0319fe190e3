import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Tests that a page of docs names, as `test/file.test.ts`: “title”. */

export const ROOT = resolve(import.meta.dirname, '../../..');
export const TEST_NAME = /^`(test\/[\w/-]+\.test\.tsx?)`: “(.+)”$/;

/** What comes before the title of tests that run: itself, its rows, or the row's bracket. What is skipped has a word between. */
const RUNS = /(?:\b(?:test|describe)\(|\)\(|\[)\s*$/;

/** As the first argument of a test, or as the first cell of a row that test.each calls it by; not of a skipped one. */
export function hasTitle(source: string, title: string): boolean {
  const literals = ["'", '"', '`'].map((quote) => `${quote}${title}${quote},`);
  return literals.some((literal) =>
    source
      .split(literal)
      .slice(0, -1)
      .some((before) => RUNS.test(before)),
  );
}

/** The cells of each row of a page's tables, without their heads, and what `heading` finds in the one that it stands under. */
export function readTables(
  page: string,
  firstHead: string,
  heading = /^## (.+)/,
): { section: string; cells: string[] }[] {
  const rows: { section: string; cells: string[] }[] = [];
  let section = '';
  for (const line of readFileSync(join(ROOT, page), 'utf8').split('\n')) {
    section = heading.exec(line)?.[1] ?? section;
    if (!line.startsWith('| ') || line.startsWith(`| ${firstHead} |`)) continue;
    const cells = line.split('|').map((cell) => cell.trim());
    rows.push({ section, cells: cells.slice(1, -1) });
  }
  return rows;
}

/** Whether the file has a test of that title; throws where there is no such file. */
export function isThere(reference: string): boolean {
  const [, path = '', title = ''] = TEST_NAME.exec(reference) ?? [];
  return hasTitle(readFileSync(join(ROOT, path), 'utf8'), title);
}
