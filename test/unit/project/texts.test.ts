import { expect, test } from 'vitest';
import { appEnglish } from '../../../web/src/texts/app-texts.ts';
import { signInEnglish } from '../../../web/src/texts/sign-in-texts.ts';
import { dialogEnglish } from '../../../web/src/texts/dialog-texts.ts';
import { reportEnglish } from '../../../web/src/texts/report-texts.ts';
import { inspectionTexts as inspectionEnglish } from '../../../web/src/features/inspection/inspection-texts.ts';
import { settingsEnglish } from '../../../web/src/texts/settings-texts.ts';
import { statusTexts as statusEnglish } from '../../../web/src/features/dashboard/notices/status-texts.ts';
import { legalTexts as legalGerman } from '../../../web/src/site/legal/legal-texts.de.ts';
import { privacyPolicyTexts as privacyPolicyGerman } from '../../../web/src/site/legal/privacy-policy-texts.de.ts';
import { siteGerman } from '../../../web/src/site/landing-texts.de.ts';
import { termsTexts as termsGerman } from '../../../web/src/site/legal/terms-texts.de.ts';
import { german } from '../../../web/src/texts/german.ts';
import { legalTexts } from '../../../web/src/site/legal/legal-texts.ts';
import { privacyPolicyTexts } from '../../../web/src/site/legal/privacy-policy-texts.ts';
import { siteEnglish } from '../../../web/src/site/landing-texts.ts';
import { termsTexts } from '../../../web/src/site/legal/terms-texts.ts';

/** Every text of a catalog by its path, such as `card.level.full`. Texts of a list have their index. */
function entriesOf(catalog: object, path = ''): [string, unknown][] {
  return Object.entries(catalog).flatMap(([key, value]: [string, unknown]): [string, unknown][] => {
    const name = path === '' ? key : `${path}.${key}`;
    return typeof value === 'object' && value !== null ? entriesOf(value, name) : [[name, value]];
  });
}

/** Counts of one and of several, equal and different; then null, and names. */
const COUNTS = [111, 213, 555, 500, 532].map((counts) => Array.from(String(counts), Number));
const SAMPLES: unknown[][] = [...COUNTS, [null, null, null], ['Foyer1', 'Foyer2', 'Foyer3']];

/** The output of a text: the text itself, or the results of a text function for each sample. */
function saidBy(text: unknown): string[] {
  if (typeof text === 'number') return [String(text)];
  if (typeof text === 'string') return [text];
  if (typeof text !== 'function') throw new TypeError(`No text: ${String(text)}`);
  return SAMPLES.map((sample) => String(Reflect.apply(text, undefined, [...sample])));
}

const { translation, ...legalFrame } = legalGerman;
const RETENTION = { ledgerDays: 90, reportMonths: 24 };
const { appTexts, dialogTexts, inspectionTexts, reportTexts, signInTexts, settingsTexts, statusTexts } = german;

/** Each catalog in both languages, with the minimum number of its texts. */
const CATALOGS = [
  [
    'the app',
    {
      ...appEnglish,
      ...dialogEnglish,
      ...inspectionEnglish,
      ...reportEnglish,
      ...signInEnglish,
      ...settingsEnglish,
      ...statusEnglish,
    },
    {
      ...appTexts,
      ...dialogTexts,
      ...inspectionTexts,
      ...reportTexts,
      ...signInTexts,
      ...settingsTexts,
      ...statusTexts,
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

/** The counts, times and names that a text contains. */
const namedIn = (text: unknown) =>
  saidBy(text).map((said) => [...said.matchAll(/Foyer\d/g)].map(String).toSorted().join(' '));

test.each(CATALOGS)(
  'each text of %s exists in German and names the same values',
  (_what, inEnglish, inGerman, atLeast) => {
    const english = entriesOf(inEnglish);
    const translated = new Map(entriesOf(inGerman));
    expect(english.length).toBeGreaterThan(atLeast);
    expect([...translated.keys()].toSorted()).toEqual(english.map(([key]) => key).toSorted());
    for (const [key, text] of english) {
      const other = translated.get(key);
      expect({ key, named: namedIn(other) }).toEqual({ key, named: namedIn(text) });
    }
  },
);

test('the German legal pages say that the English version is binding', () => {
  expect(translation?.text).toContain('Verbindlich ist die englische Fassung');
  expect(legalTexts.translation).toBeUndefined();
});
