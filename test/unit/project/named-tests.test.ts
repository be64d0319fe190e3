import { expect, test } from 'vitest';
import { hasTitle } from './named-tests';

test.each([
  ['of a test', "test('counts', () => {", true],
  ['on a line of its own', "test(\n  'counts',\n  async () => {", true],
  ['of rows', "test.each([[1]])('counts', (n) => {", true],
  ['of one of the rows', "test.each([\n  ['counts', 1],\n])('%s', (what, n) => {", true],
  ['of a test that is skipped', "test.skip('counts', () => {", false],
  ['of a test that is to be written', "test.todo('counts', () => {", false],
  ['of a test that is skipped somewhere', "test.skipIf(true)\n; test.skip(\n  'counts', () => {", false],
  ['of none', "expect('counts', 'one')", false],
])('a title %s: %s', (_where, source, is) => {
  expect(hasTitle(source, 'counts')).toBe(is);
});
