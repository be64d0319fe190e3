import { expect, test } from 'vitest';
import { filesBelow, read } from './repository';
import { appEnglish } from '../../../web/src/texts/app-texts.ts';
import { signInEnglish } from '../../../web/src/texts/sign-in-texts.ts';
import { dialogEnglish } from '../../../web/src/texts/dialog-texts.ts';
import { reportEnglish } from '../../../web/src/texts/report-texts.ts';
import { inspectionTexts as inspectionEnglish } from '../../../web/src/features/inspection/inspection-texts.ts';
import { settingsEnglish } from '../../../web/src/texts/settings-texts.ts';
import { ENGLISH, LANGUAGE_CODES } from '../../../src/shared/languages.ts';
import { keyTexts } from '../../../web/src/features/account/keys/key-texts.ts';
import { alertListTexts } from '../../../web/src/features/alerts/alert-list-texts.ts';
import { capacityTexts } from '../../../web/src/features/capacity/capacity-texts.ts';
import { statusTexts } from '../../../web/src/features/dashboard/notices/status-texts.ts';
import { eventPagesTexts } from '../../../web/src/features/doors/event-pages-texts.ts';
import { notificationTexts } from '../../../web/src/features/notifications/notification-texts.ts';
import { momentTexts } from '../../../web/src/ui/forms/moment-texts.ts';
import { wallTexts } from '../../../web/src/features/overview/wall/wall-texts.ts';
import { publicNumbersTexts } from '../../../web/src/features/public-numbers/public-numbers-texts.ts';
import { settingPagesTexts } from '../../../web/src/features/settings/setting-pages-texts.ts';
import { verifyTexts } from '../../../web/src/features/verify/verify-texts.ts';
import { fetchPack, PUBLIC_TEXTS } from '../../../web/src/texts/languages.ts';

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

const RETENTION = { ledgerDays: 90, reportMonths: 24 };

/** All texts of the web in a language, by where they are shown. */
async function catalogsOf(language: (typeof LANGUAGE_CODES)[number]) {
  const pack = await fetchPack(language);
  const { legal, privacyPolicy, terms, site } = PUBLIC_TEXTS[language];
  const { translation: _translation, ...frame } = legal;
  return {
    app: pack
      ? [
          pack.appTexts,
          pack.dialogTexts,
          pack.inspectionTexts,
          pack.momentTexts,
          pack.reportTexts,
          pack.signInTexts,
          pack.settingsTexts,
          pack.statusTexts,
        ]
      : [
          appEnglish,
          dialogEnglish,
          inspectionEnglish,
          momentTexts,
          reportEnglish,
          signInEnglish,
          settingsEnglish,
          statusTexts,
        ],
    later: pack
      ? await Promise.all([
          pack.later.alertList(),
          pack.later.capacity(),
          pack.later.eventPages(),
          pack.later.keys(),
          pack.later.notifications(),
          pack.later.publicNumbers(),
          pack.later.settingPages(),
          pack.later.verify(),
          pack.later.wall(),
        ])
      : [
          alertListTexts,
          capacityTexts,
          eventPagesTexts,
          keyTexts,
          notificationTexts,
          publicNumbersTexts,
          settingPagesTexts,
          verifyTexts,
          wallTexts,
        ],
    site: { site, frame, terms, privacyPolicy: privacyPolicy(RETENTION) },
  };
}

/** The counts, times and names that a text contains. */
const namedIn = (text: unknown) =>
  saidBy(text).map((said) => [...said.matchAll(/Foyer\d/g)].map(String).toSorted().join(' '));

const OTHERS = LANGUAGE_CODES.filter((code) => code !== ENGLISH);
/** The fewest texts of each kind. */
const AT_LEAST = { app: 200, later: 200, site: 135 };

test('each text of the web exists in each language and names the same values', async () => {
  const english = await catalogsOf(ENGLISH);
  for (const language of OTHERS) {
    const others = await catalogsOf(language);
    for (const kind of ['app', 'later', 'site'] as const) {
      const texts = entriesOf(english[kind]);
      const translated = new Map(entriesOf(others[kind]));
      expect(texts.length).toBeGreaterThan(AT_LEAST[kind]);
      expect([...translated.keys()].toSorted()).toEqual(texts.map(([key]) => key).toSorted());
      for (const [key, text] of texts)
        expect({ language, key, named: namedIn(translated.get(key)) }).toEqual({ language, key, named: namedIn(text) });
    }
  }
});

test('the legal pages in other languages say which version is binding', () => {
  for (const language of LANGUAGE_CODES)
    expect(PUBLIC_TEXTS[language].legal.translation === undefined).toBe(language === ENGLISH);
});

/** Files that may name a language: the registry, its two tables, and the language's own files. */
const NAMES_LANGUAGES = /\/languages\.ts$|\.(?:CODES)\.tsx?$/;

test('no other file names a language', () => {
  const own = new RegExp(NAMES_LANGUAGES.source.replace('CODES', LANGUAGE_CODES.join('|')));
  const named = new RegExp(`['"\`]/?(?:${LANGUAGE_CODES.join('|')})(?:-[A-Z]{2})?/?['"\`]`);
  const files = filesBelow(['src', 'web', 'scripts'], /\.(?:tsx?|mjs|js|html)$/).filter((path) => !own.test(path));
  expect(files.length).toBeGreaterThan(800);
  expect(files.filter((path) => named.test(read(path)))).toEqual([]);
});
