import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const SECTIONS = 9;
const LATER = /^later: operations$/;
const REFERENCE = /^`(test\/[\w/-]+\.test\.tsx?)`: “(.+)”$/;

interface Row {
  section: string;
  what: string;
  shownBy: string[];
}

/** The rows of the tables, each with the number of the section that it stands in. */
function readRows(): Row[] {
  const rows: Row[] = [];
  let section = '';
  for (const line of readFileSync(join(ROOT, 'docs/conformance.md'), 'utf8').split('\n')) {
    section = /^## (\d+)\. /.exec(line)?.[1] ?? section;
    if (!line.startsWith('| ') || line.startsWith('| What |')) continue;
    const [, what = '', shownBy = ''] = line.split('|').map((cell) => cell.trim());
    rows.push({ section, what, shownBy: shownBy.split('<br>') });
  }
  return rows;
}

const rows = readRows();
const references = [...new Set(rows.flatMap(({ shownBy }) => shownBy))].filter((shown) => !LATER.test(shown));

/** As the first argument of a test, or as the first cell of a row that test.each calls it by. */
function hasTitle(source: string, title: string): boolean {
  const literals = ["'", '"', '`'].map((quote) => `${quote}${title}${quote},`);
  return literals.some((literal) =>
    source
      .split(literal)
      .slice(0, -1)
      .some((before) => /[([]\s*$/.test(before)),
  );
}

test('each section of the specification has its rows', () => {
  const sections = Array.from({ length: SECTIONS }, (_, i) => String(i + 1));
  expect([...new Set(rows.map(({ section }) => section))]).toEqual(sections);
  expect(rows.length).toBeGreaterThan(110);
});

test('each row says what it is about, once in its section, and what shows it', () => {
  const names = rows.map(({ section, what }) => `${section} ${what}`);
  expect(new Set(names).size).toBe(names.length);
  const bad = rows.filter(
    ({ what, shownBy }) => what === '' || !shownBy.every((shown) => LATER.test(shown) || REFERENCE.test(shown)),
  );
  expect(bad).toEqual([]);
  expect(rows.filter(({ shownBy }) => new Set(shownBy).size < shownBy.length)).toEqual([]);
});

describe('what is named is there', () => {
  test.each(references)('%s', (reference) => {
    const [, path = '', title = ''] = REFERENCE.exec(reference) ?? [];
    const file = join(ROOT, path);
    expect(existsSync(file), path).toBe(true);
    expect(hasTitle(readFileSync(file, 'utf8'), title), title).toBe(true);
  });
});
