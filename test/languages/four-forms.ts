import { expect, test } from 'vitest';
import { WORDS } from '../../src/languages/languages';

/** A unit test of the copy with the made-up language, which is the last one there. */
test('a language can have four forms of a plural', () => {
  const madeUp = Object.values(WORDS).at(-1);
  const forms = [1, 2, 3, 5].map((count) => madeUp?.messages.summary(count).replace(String(count), ''));
  expect(new Set(forms).size).toBe(4);
});
