import { describe, expect, test } from 'vitest';
import { appEnglish } from '../../../../web/src/lib/app-texts.ts';
import { guestEnglish } from '../../../../web/src/lib/guest-texts.ts';
import { lateEnglish } from '../../../../web/src/lib/late-texts.ts';
import { reportEnglish } from '../../../../web/src/lib/report-texts.ts';
import { settingsEnglish } from '../../../../web/src/lib/settings-texts.ts';
import { legalTexts as legalGerman } from '../../../../web/src/lib/texts/de/legal.ts';
import { privacyPolicyTexts as privacyPolicyGerman } from '../../../../web/src/lib/texts/de/privacy-policy.ts';
import { siteGerman } from '../../../../web/src/lib/texts/de/site.ts';
import { termsTexts as termsGerman } from '../../../../web/src/lib/texts/de/terms.ts';
import { german } from '../../../../web/src/lib/texts/german.ts';
import { legalTexts } from '../../../../web/src/lib/texts/legal.ts';
import { privacyPolicyTexts } from '../../../../web/src/lib/texts/privacy-policy.ts';
import { siteEnglish } from '../../../../web/src/lib/texts/site.ts';
import { termsTexts } from '../../../../web/src/lib/texts/terms.ts';
import { entriesOf, saidBy } from './catalogue.ts';

const { translation, ...legalFrame } = legalGerman;

const RETENTION = { ledgerDays: 90, reportMonths: 24 };

/** In both languages, and how many texts there are at least. */
const CATALOGUES = [
  [
    'the app',
    { ...appEnglish, ...lateEnglish, ...reportEnglish, ...guestEnglish, ...settingsEnglish },
    {
      ...german.appTexts,
      ...german.lateTexts,
      ...german.reportTexts,
      ...german.guestTexts,
      ...german.settingsTexts,
    },
    200,
  ],
  ['the public pages', siteEnglish, siteGerman, 60],
  [
    'the privacy policy',
    { ...privacyPolicyTexts(RETENTION), ...legalTexts },
    { ...privacyPolicyGerman(RETENTION), ...legalFrame },
    40,
  ],
  ['the terms', termsTexts, termsGerman, 35],
] as const;

/** Names and numbers, and what is no words in any language. */
const SAME = new Set([
  'brand',
  'common.pageTitle',
  'card.announced',
  'count.morePads',
  'move.short',
  'usage.product',
  'deviceList.admin',
  'overview.sorts.name',
  'demo.areas.bar',
  'downloads.title',
  'downloads.running',
  'paper.sizes.a4',
  'paper.sizes.letter',
  'deviceForm.feedbacks.vibration',
  'reports.facts.at',
  'reports.facts.guestsOf',
  'footer.copyright',
  ...[0, 1, 2].flatMap((i) => [`levels.areas.${i}.occupancy`, `levels.areas.${i}.capacity`]),
]);

describe.each(CATALOGUES)('%s', (_what, inEnglish, inGerman, atLeast) => {
  const englishTexts = entriesOf(inEnglish);
  const germanTexts = entriesOf(inGerman);

  test('the test sees its texts', () => {
    expect(englishTexts.size).toBeGreaterThan(atLeast);
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
      ([key, text]) => !SAME.has(key) && saidBy(text).join('\n') === saidBy(germanTexts.get(key)).join('\n'),
    );
    expect(same.map(([key]) => key)).toEqual([]);
  });

  test('German names what English names: counts, moments and names', () => {
    const named = (text: unknown) => saidBy(text).map((said) => [...said.matchAll(/Foyer\d/g)].map(String).toSorted());
    const different = [...englishTexts].filter(
      ([key, text]) => JSON.stringify(named(text)) !== JSON.stringify(named(germanTexts.get(key))),
    );
    expect(different.map(([key]) => key)).toEqual([]);
  });
});

test('the German legal pages say that the English ones bind', () => {
  expect(translation?.text).toContain('Verbindlich ist die englische Fassung');
  expect(legalTexts.translation).toBeUndefined();
});
