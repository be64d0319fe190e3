import { expect, test } from 'vitest';
import { lateEnglish } from '../../../web/src/lib/late-texts.ts';
import { english } from '../../../web/src/lib/texts.ts';
import { german } from '../../../web/src/lib/texts/german.ts';
import { entriesOf, saidBy } from './catalogue.ts';

/** Names, and what is no words in any language. */
const SAME = ['brand', 'common.pageTitle', 'card.announced', 'usage.product'];

const englishTexts = entriesOf({ ...english, ...lateEnglish });
const germanTexts = entriesOf({ ...german.texts, ...german.lateTexts });

test('the test sees the catalogue', () => {
  expect(englishTexts.size).toBeGreaterThan(200);
  expect(englishTexts.get('brand')).toBe('Headroom');
});

test('German has each text, and none that English has not', () => {
  expect([...germanTexts.keys()].toSorted()).toEqual([...englishTexts.keys()].toSorted());
});

test('each text says something, whatever it is given', () => {
  for (const texts of [englishTexts, germanTexts]) {
    const empty = [...texts].filter(([, text]) => saidBy(text).some((said) => !/\S/.test(said)));
    expect(empty.map(([key]) => key)).toEqual([]);
  }
});

test('no text was left in English', () => {
  const same = [...englishTexts].filter(
    ([key, text]) => saidBy(text).join('\n') === saidBy(germanTexts.get(key)).join('\n'),
  );
  expect(same.map(([key]) => key)).toEqual(SAME);
});

test('German names what English names: counts, moments and names', () => {
  const named = (text: unknown) => saidBy(text).map((said) => [...said.matchAll(/Foyer\d/g)].map(String).toSorted());
  const different = [...englishTexts].filter(
    ([key, text]) => JSON.stringify(named(text)) !== JSON.stringify(named(germanTexts.get(key))),
  );
  expect(different.map(([key]) => key)).toEqual([]);
});
