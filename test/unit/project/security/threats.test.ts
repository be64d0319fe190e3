import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isThere, readTables, ROOT, TEST_NAME } from '../named-tests';

const rows = readTables('docs/security.md', 'Threat').map(({ cells }) => {
  const [threat = '', asset = '', defence = '', where = '', shownBy = ''] = cells;
  return { threat, asset, defence, where: where.split('<br>'), shownBy: shownBy.split('<br>') };
});
const FILE = /^`((?:src|web|test|scripts|docs|migrations|\.github)\/[\w./-]+|wrangler\.toml|package\.json)`$/;

test('each threat stands once, with what is at stake, what stands against it, where, and what shows it', () => {
  expect(rows.length).toBeGreaterThan(35);
  expect(new Set(rows.map(({ threat }) => threat)).size).toBe(rows.length);
  const bad = rows.filter(
    ({ threat, asset, defence, where, shownBy }) =>
      [threat, asset, defence].includes('') ||
      !where.every((one) => FILE.test(one)) ||
      !shownBy.every((one) => TEST_NAME.test(one)),
  );
  expect(bad).toEqual([]);
});

describe('what is named is there', () => {
  test.each([...new Set(rows.flatMap(({ where }) => where))])('%s', (place) => {
    expect(existsSync(join(ROOT, FILE.exec(place)?.[1] ?? ''))).toBe(true);
  });
  test.each([...new Set(rows.flatMap(({ shownBy }) => shownBy))])('%s', (reference) => {
    expect(isThere(reference)).toBe(true);
  });
});
