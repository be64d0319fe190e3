import { expect, test } from 'vitest';
import { WORDS } from '../../src/languages/languages';
import { LANGUAGE_CODES } from '../../src/shared/languages';
import { rowsFor } from '../../web/src/device/hand';
import { formatChange } from '../../web/src/texts/format';
import { english, speakFirst } from '../../web/src/texts/texts';

/** Unit tests of the copy with the made-up language, which is the last one there. */
test('a language can have four forms of a plural', () => {
  const madeUp = Object.values(WORDS).at(-1);
  const forms = [1, 2, 3, 5].map((count) => madeUp?.messages.summary(count).replace(String(count), ''));
  expect(new Set(forms).size).toBe(4);
});

test.each(LANGUAGE_CODES)('what runs along a line of text follows its direction: %s', (language) => {
  speakFirst({ language, texts: english });
  const isMadeUp = language === LANGUAGE_CODES.at(-1);
  expect([formatChange('5', '7'), rowsFor('left'), rowsFor('right')]).toEqual(
    isMadeUp ? ['\u20685\u2069 ← \u20687\u2069', 'right', 'left'] : ['5 → 7', 'left', 'right'],
  );
});
