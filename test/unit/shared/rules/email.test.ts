import { expect, test } from 'vitest';
import { checkEmail } from '../../../../src/shared/rules/email';

test.each([
  ['a@b.test', 'a@b.test'],
  ['  First.Last+Tag@Example.COM ', 'first.last+tag@example.com'],
  ['admin@localhost', 'admin@localhost'],
  [`${'a'.repeat(247)}@b.test`, `${'a'.repeat(247)}@b.test`],
])('%j is an address', (typed, stored) => {
  expect(checkEmail(typed)).toEqual({ ok: true, value: stored });
});

test.each([
  '',
  ' ',
  'a',
  'a@',
  '@b.test',
  'a@b@c.test',
  'a b@c.test',
  'a@b..test',
  'a@-b.test',
  'a@b.test\n.c',
  'a\u0000@b.test',
  'ä@b.test',
  `${'a'.repeat(248)}@b.test`,
  null,
  undefined,
  5,
  ['a@b.test'],
])('%j is none', (typed) => {
  expect(checkEmail(typed)).toEqual({ ok: false, error: 'Please enter a valid email address.' });
});

test('a long hostile text is refused at once', () => {
  const startedAt = performance.now();
  expect(checkEmail(`a@${'a-'.repeat(30_000)}`).ok).toBe(false);
  expect(performance.now() - startedAt).toBeLessThan(50);
});
