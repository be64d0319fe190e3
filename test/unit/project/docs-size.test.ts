import { expect, test } from 'vitest';
import { PAGES, read } from './repository';

/**
 * The most words that the docs may have, as `wc -w` counts them: 3 % above what they had when the limit was set. A page
 * that needs more takes it from another one; a lower total lowers the limit.
 */
const WORDS_MAX = { docs: 59_980, decisions: 20_000, evidence: 17_000 };
const LINE_MAX = 160;

const partOf = (page: string): string => /^docs\/(decisions|evidence)\//.exec(page)?.[1] ?? 'docs';
const wordsOf = (page: string): number => read(page).split(/\s+/).filter(Boolean).length;

test.each(Object.entries(WORDS_MAX))('%s have at most %i words', (part, most) => {
  const words = PAGES.filter((page) => partOf(page) === part).map((page) => ({ page, words: wordsOf(page) }));
  const total = words.reduce((sum, one) => sum + one.words, 0);
  expect(total, JSON.stringify(words.toSorted((a, b) => b.words - a.words))).toBeLessThanOrEqual(most);
});

test('no line of the docs is longer than a reader of diffs can see', () => {
  const long = PAGES.flatMap((page) =>
    read(page)
      .split('\n')
      .flatMap((line, i) => (line.length > LINE_MAX ? [`${page}:${i + 1}`] : [])),
  );
  expect(long).toEqual([]);
});
