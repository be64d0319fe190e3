import { expect, test } from 'vitest';
import { mailLanguage } from '../../../src/lib/accept-language.ts';

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['de', 'de'],
  ['DE-at', 'de'],
  ['de-CH,de;q=0.9,en;q=0.8', 'de'],
  ['en-US,en;q=0.9,de;q=0.8', 'en'],
  ['de;q=0.5, en;q=0.7', 'en'],
  ['fr, de;q=0.2, *;q=0.1', 'de'],
  ['fr-FR, it', 'en'],
  ['de;q=0', 'en'],
  ['*', 'en'],
  ['den', 'en'],
  [`${'x'.repeat(500)},de`, 'en'],
  [';;;,=,q=', 'en'],
])('%s: %s', (header, language) => {
  expect(mailLanguage(header)).toBe(language);
});
