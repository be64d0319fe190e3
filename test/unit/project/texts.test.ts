import { type ESTree, Visitor } from 'vite';
import { describe, expect, test } from 'vitest';
import { BILLING_MAX_LENGTHS, CAPACITY_MAX, NAME_MAX_LENGTH, PASSWORD_MAX_LENGTH } from '../../../src/shared/limits.ts';
import { checkBillingDetails } from '../../../src/shared/rules/billing-details.ts';
import { checkCapacity, checkNewArea } from '../../../src/shared/rules/capacity.ts';
import { checkAreaName, checkEventName, checkNewEventName } from '../../../src/shared/rules/names.ts';
import { passwordError } from '../../../src/shared/rules/password.ts';
import { checkRecount } from '../../../src/shared/rules/recount.ts';
import { checkSchedule } from '../../../src/shared/rules/schedule.ts';
import { checkVenueSettings } from '../../../src/shared/rules/venue-settings.ts';
import { appEnglish } from '../../../web/src/lib/app-texts.ts';
import { guestEnglish } from '../../../web/src/lib/guest-texts.ts';
import { lateEnglish } from '../../../web/src/lib/late-texts.ts';
import { reportEnglish } from '../../../web/src/lib/report-texts.ts';
import { settingsEnglish } from '../../../web/src/lib/settings-texts.ts';
import { legalTexts as legalGerman } from '../../../web/src/lib/texts/de/legal.ts';
import { privacyPolicyTexts as privacyPolicyGerman } from '../../../web/src/lib/texts/de/privacy-policy.ts';
import { siteGerman } from '../../../web/src/lib/texts/de/site.ts';
import { termsTexts as termsGerman } from '../../../web/src/lib/texts/de/terms.ts';
import { german } from '../../../web/src/lib/texts/german.ts';
import { legalTexts } from '../../../web/src/lib/texts/legal.ts';
import { privacyPolicyTexts } from '../../../web/src/lib/texts/privacy-policy.ts';
import { siteEnglish } from '../../../web/src/lib/texts/site.ts';
import { termsTexts } from '../../../web/src/lib/texts/terms.ts';
import { filesBelow, parse } from './repository.ts';

/** Every text of a catalogue by its path, such as `card.level.full`; a list's texts by their place. */
function entriesOf(catalogue: object, path = ''): [string, unknown][] {
  return Object.entries(catalogue).flatMap(([key, value]: [string, unknown]): [string, unknown][] => {
    const name = path === '' ? key : `${path}.${key}`;
    return typeof value === 'object' && value !== null ? entriesOf(value, name) : [[name, value]];
  });
}

/** One, several, all alike and not; then nothing, and names. */
const COUNTS = [111, 213, 555, 500, 532].map((counts) => Array.from(String(counts), Number));
const SAMPLES: unknown[][] = [...COUNTS, [null, null, null], ['Foyer1', 'Foyer2', 'Foyer3']];

/** What a text says, or a function of one says of each sample. */
function saidBy(text: unknown): string[] {
  if (typeof text === 'number') return [String(text)];
  if (typeof text === 'string') return [text];
  if (typeof text !== 'function') throw new TypeError(`No text: ${String(text)}`);
  return SAMPLES.map((sample) => String(Reflect.apply(text, undefined, [...sample])));
}

const { translation, ...legalFrame } = legalGerman;
const RETENTION = { ledgerDays: 90, reportMonths: 24 };
const { appTexts, lateTexts, reportTexts, guestTexts, settingsTexts, translate } = german;

/** In both languages, and how many texts there are at least. */
const CATALOGUES = [
  [
    'the app',
    { ...appEnglish, ...lateEnglish, ...reportEnglish, ...guestEnglish, ...settingsEnglish },
    { ...appTexts, ...lateTexts, ...reportTexts, ...guestTexts, ...settingsTexts },
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
  ...'brand common.pageTitle card.announced count.morePads move.short usage.product deviceList.admin'.split(' '),
  ...'overview.sorts.name demo.areas.bar downloads.title downloads.running paper.sizes.a4 paper.sizes.letter'.split(
    ' ',
  ),
  ...'deviceForm.feedbacks.vibration reports.facts.at reports.facts.guestsOf footer.copyright'.split(' '),
  ...[0, 1, 2].flatMap((i) => [`levels.areas.${i}.occupancy`, `levels.areas.${i}.capacity`]),
]);

describe.each(CATALOGUES)('the texts of %s', (_what, inEnglish, inGerman, atLeast) => {
  const english = new Map(entriesOf(inEnglish));
  const translated = new Map(entriesOf(inGerman));

  test('are the same ones in German', () => {
    expect(english.size).toBeGreaterThan(atLeast);
    expect([...translated.keys()].toSorted()).toEqual([...english.keys()].toSorted());
  });

  test('say something, whatever they are given', () => {
    const empty = [...english, ...translated].filter(([, text]) => saidBy(text).some((said) => !/\S/.test(said)));
    expect(empty.map(([key]) => key)).toEqual([]);
  });

  test('are not left in English', () => {
    const same = [...english].filter(
      ([key, text]) => !SAME.has(key) && saidBy(text).join('\n') === saidBy(translated.get(key)).join('\n'),
    );
    expect(same.map(([key]) => key)).toEqual([]);
  });

  test('name the same counts, moments and names in German', () => {
    const named = (text: unknown) => saidBy(text).map((said) => [...said.matchAll(/Foyer\d/g)].map(String).toSorted());
    const different = [...english].filter(
      ([key, text]) => JSON.stringify(named(text)) !== JSON.stringify(named(translated.get(key))),
    );
    expect(different.map(([key]) => key)).toEqual([]);
  });
});

test('the German legal pages say that the English ones bind', () => {
  expect(translation?.text).toContain('Verbindlich ist die englische Fassung');
  expect(legalTexts.translation).toBeUndefined();
});

const FOR_SHELLS = /openapi|services\/operator|room\/(event-import|recovery)/;
/** A page of the worker's own, in both languages. */
const BILINGUAL = /routes\/html\/unsent-page/;
const isSentence = (text: string): boolean => /^\P{Ll}.* .*[.!]$/u.test(text);

/** All ways to fill in what a text names. */
function filled([first = '', ...rest]: readonly string[]): string[] {
  if (rest.length === 0) return [first];
  return filled(rest).flatMap((ending) => ['Event', 'First name', '500'].map((filler) => first + filler + ending));
}

/** Sentences of the code below src that a person may get to read, but operators and developers, with ways to fill them in. */
function sentences(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const folders = ['shared', 'services', 'routes', 'room', 'lib', 'hub'].map((folder) => `src/${folder}`);
  for (const path of filesBelow(folders, /\.ts$/)) {
    if (FOR_SHELLS.test(path) || BILINGUAL.test(path)) continue;
    new Visitor({
      Literal: ({ value }) => {
        if (typeof value === 'string' && isSentence(value)) found.set(value, [value]);
      },
      TemplateLiteral: ({ quasis }) => {
        const parts = quasis.map(({ value }) => value.cooked ?? '');
        if (isSentence(parts.join('…'))) found.set(parts.join('…'), filled(parts));
      },
    }).visit(parse(path));
  }
  return found;
}

/** Everything that the rules say of what was typed wrongly, each in full. */
function messages(): Set<string> {
  const given = [undefined, null, 5, '', ' ', 'x'.repeat(10_000), 'a\u0007b', -1, 1.5, 0, CAPACITY_MAX + 1];
  const each = <T>(check: (value: unknown) => T) => given.map(check);
  const settings = { capacity: 10, staffAllowance: 0, safetyMarginPercent: 0, alertThresholds: [] };
  const fields = Object.keys(settings).map((field) => ({ [field]: -1 }));
  const schedule = { timeZone: 'UTC', reportTime: '06:00', startDate: '2026-07-31', endDate: '2026-08-02' };
  const wrong = ['timeZone', 'reportTime', 'startDate'].map((field) => ({ [field]: 5 }));
  const checked = [
    ...[checkNewEventName, checkEventName, checkAreaName].flatMap((check) => each(check)),
    ...each(checkCapacity),
    ...each((name) => each((capacity) => checkNewArea(name, capacity))).flat(),
    ...each((occupancy) => each((reason) => checkRecount({ occupancy, reason }))).flat(),
    ...Object.keys(BILLING_MAX_LENGTHS).flatMap((field) =>
      each((value) => checkBillingDetails({ billing_address_country: 'DE', [field]: value })),
    ),
    ...[...fields, { staffAllowance: 10 }, { alertThresholds: [2, 1] }].map((one) =>
      checkVenueSettings({ ...settings, ...one }),
    ),
    ...[...wrong, { endDate: null }, { endDate: '2026-07-01' }].map((one) => checkSchedule({ ...schedule, ...one })),
  ];
  return new Set(checked.flatMap((result) => (result.ok ? [] : [result.error])));
}

describe('what the server refuses, in German', () => {
  test('every sentence of its code is translated', () => {
    const all = sentences();
    expect(all.size).toBeGreaterThan(35);
    expect([...all.keys()]).toContain('Counting is locked for this account.');
    expect([...all.keys()]).toContain('… name contains characters that cannot be used.');
    const english = [...all].filter(([, ways]) => ways.every((text) => translate(text) === text));
    expect(english.map(([text]) => text)).toEqual([]);
  });

  test('every message of the rules is translated as a whole', () => {
    const said = [...messages()];
    expect(said.length).toBeGreaterThan(25);
    const half = said.filter((one) => translate(one) === one || /undefined|must|characters/.test(translate(one)));
    expect(half).toEqual([]);
  });

  test('numbers, names and all that a password needs are kept, and so is what is not known', () => {
    expect(translate(`Area name must be at most ${NAME_MAX_LENGTH} characters long.`)).toBe(
      `Name des Bereichs: höchstens ${NAME_MAX_LENGTH} Zeichen.`,
    );
    expect(translate('Capacity must be at most 1,000,000.')).toBe('Die Kapazität darf höchstens 1.000.000 sein.');
    expect(translate(passwordError('x') ?? '')).toBe(
      'Das Passwort muss mindestens 8 Zeichen lang sein, einen Großbuchstaben enthalten, eine Ziffer enthalten, ein Sonderzeichen enthalten (z. B. !@#$%^&*).',
    );
    expect(translate(passwordError('x'.repeat(PASSWORD_MAX_LENGTH + 1)) ?? '')).toBe(
      `Passwort: höchstens ${PASSWORD_MAX_LENGTH} Zeichen.`,
    );
    for (const unknown of ['Your card was declined.', 'Something must be at most 5 characters long.', '']) {
      expect(translate(unknown)).toBe(unknown);
    }
  });
});

/** Attributes that a person reads or hears. */
const SPOKEN = new Set(['aria-label', 'aria-description', 'aria-valuetext', 'title', 'placeholder', 'alt', 'label']);

/** The letters that a node of JSX writes itself, whichever way its conditions go. */
function written(node: ESTree.Node | null): string[] {
  if (node?.type === 'JSXText') return [node.value];
  if (node?.type === 'Literal') return typeof node.value === 'string' ? [node.value] : [];
  if (node?.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked ?? '');
  if (node?.type === 'JSXExpressionContainer') return written(node.expression);
  if (node?.type === 'ConditionalExpression') return [...written(node.consequent), ...written(node.alternate)];
  if (node?.type === 'LogicalExpression') return [...written(node.left), ...written(node.right)];
  return [];
}

/** Texts in the JSX of a file that come from no catalogue. */
function hardCoded(path: string, text?: string): string[] {
  const found: string[] = [];
  const note = (node: ESTree.Node | null) => {
    found.push(...written(node).filter((words) => /\p{L}/u.test(words)));
  };
  new Visitor({
    JSXElement: ({ children }) => children.forEach((child) => note(child)),
    JSXFragment: ({ children }) => children.forEach((child) => note(child)),
    JSXAttribute: ({ name, value }) => {
      if (name.type === 'JSXIdentifier' && SPOKEN.has(name.name)) note(value);
    },
  }).visit(parse(path, text));
  return found.map((words) => words.trim());
}

test.each([
  ['<p>Hello</p>', ['Hello']],
  ['<>{1} people</>', ['people']],
  ['<p>{full ? "Full" : null}</p>', ['Full']],
  ['<p>{`Level ${n}`}</p>', ['Level']],
  ['<button aria-label="Close" />', ['Close']],
  ['<Field label={busy && "Name"} />', ['Name']],
  ['<p className="font-bold" title={texts.title}>{texts.lead} · {5} ({count}%)</p>', []],
])('the test sees the text of %s', (jsx, text) => {
  expect(hardCoded('sample.tsx', jsx)).toEqual(text);
});

test('no screen has a text of its own: all stand in the catalogue', () => {
  const files = filesBelow(['web/src'], /\.tsx$/);
  expect(files.length).toBeGreaterThan(50);
  expect(files.flatMap((path) => hardCoded(path).map((text) => `${path}: ${text}`))).toEqual([]);
});

/** Catalogues whose language is chosen while the page starts. */
const LATE = new Set(['texts', 'lateTexts', 'reportTexts', 'guestTexts', 'settingsTexts', 'siteTexts']);

/** What a file reads of a catalogue while it is loaded: it would stay English. */
function earlyReads(path: string, text?: string): string[] {
  const found: string[] = [];
  let depth = 0;
  const enter = () => void (depth += 1);
  const leave = () => void (depth -= 1);
  new Visitor({
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    MemberExpression: ({ object, property }) => {
      if (depth > 0 || object.type !== 'Identifier' || !LATE.has(object.name)) return;
      found.push(property.type === 'Identifier' ? property.name : property.type);
    },
    SpreadElement: ({ argument }) => {
      if (depth === 0 && argument.type === 'Identifier' && LATE.has(argument.name)) found.push('all');
    },
  }).visit(parse(path, text));
  return found;
}

test('no file reads a catalogue before its language is known', () => {
  const sample = `
    const title = texts.login.title;
    const titles = { main: texts.card };
    const copy = { ...texts };
    const late = () => texts.login.title;
    function later() { return texts.card; }
    class Latest { say() { return texts.card; } }`;
  expect(earlyReads('sample.ts', sample)).toEqual(['login', 'card', 'all']);
  const files = filesBelow(['web/src'], /\.tsx?$/);
  expect(files.flatMap((path) => earlyReads(path).map((name) => `${path}: ${name}`))).toEqual([]);
});
