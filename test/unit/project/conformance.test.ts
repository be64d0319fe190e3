import { describe, expect, test } from 'vitest';
import { isThere, readTables, TEST_NAME } from './named-tests';

const SECTIONS = 9;

/** The rows of the tables, each with the number of the section that it stands in. */
const rows = readTables('docs/conformance.md', 'What', /^## (\d+)\. /).map(({ section, cells }) => {
  const [what = '', shownBy = ''] = cells;
  return { section, what, shownBy: shownBy.split('<br>') };
});
const references = [...new Set(rows.flatMap(({ shownBy }) => shownBy))];

test('each section of the specification has its rows', () => {
  const sections = Array.from({ length: SECTIONS }, (_, i) => String(i + 1));
  expect([...new Set(rows.map(({ section }) => section))]).toEqual(sections);
  expect(rows.length).toBeGreaterThan(110);
});

test('each row says what it is about, once in its section, and what shows it', () => {
  const names = rows.map(({ section, what }) => `${section} ${what}`);
  expect(new Set(names).size).toBe(names.length);
  const bad = rows.filter(({ what, shownBy }) => what === '' || !shownBy.every((shown) => TEST_NAME.test(shown)));
  expect(bad).toEqual([]);
  expect(rows.filter(({ shownBy }) => new Set(shownBy).size < shownBy.length)).toEqual([]);
});

describe('what is named is there', () => {
  test.each(references)('%s', (reference) => {
    expect(isThere(reference)).toBe(true);
  });
});
