import { existsSync, globSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { ENGLISH, type Language } from '../../../src/shared/languages';

/** Journeys name texts in English. This finds the same texts on pages in another language, by the tables of both. */

interface Dictionary {
  words: ReadonlyMap<string, ReadonlySet<string>>;
  /** The values that are in no table: names that somebody gave, and numbers. */
  names: ReadonlySet<unknown>;
}

const isTable = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isText = (value: unknown): value is string => typeof value === 'string';
const isFunction = (value: unknown): value is (...values: unknown[]) => unknown => typeof value === 'function';

/** Returns all lists of this length that consist of the values. */
const listsOf = (values: readonly unknown[], length: number): unknown[][] =>
  length === 0 ? [[]] : listsOf(values, length - 1).flatMap((list) => values.map((value) => [...list, value]));

/** Texts with more values than this are not looked up. */
const VALUES_MAX = 2;

const tablesOf = async (file: string): Promise<Record<string, unknown>> => {
  const exported: unknown = await import(/* @vite-ignore */ resolve(file));
  return isTable(exported) ? exported : {};
};

/**
 * Returns the words of a language for the English ones, whose tables have the same keys. A text with values is there
 * with each of the given ones; a value that is a word itself is there in the language.
 */
async function dictionaryOf(language: Language, values: readonly unknown[]): Promise<Dictionary> {
  const words = new Map<string, Set<string>>();
  /** The first words of the language for texts without values. */
  const plain = new Map<unknown, string>();
  const learn = (english: unknown, other: unknown) => {
    if (isText(english) && isText(other)) words.set(english, (words.get(english) ?? new Set()).add(other));
  };
  const inLanguage = (value: unknown): unknown => plain.get(value) ?? value;
  function compare(english: unknown, other: unknown): void {
    learn(english, other);
    if (isText(other) && !plain.has(english)) plain.set(english, other);
    if (isFunction(english) && isFunction(other) && english.length <= VALUES_MAX)
      for (const list of listsOf(values, english.length)) learn(said(english, list), said(other, list.map(inLanguage)));
    if (isTable(english) && isTable(other)) for (const key of Object.keys(english)) compare(english[key], other[key]);
  }
  const ending = `-texts.${language}.ts`;
  // The texts of the first screens have no English table of their own.
  const pairs = globSync(`web/src/**/*${ending}`)
    .map((file) => [file.replace(ending, '-texts.ts'), file] as const)
    .filter(([english]) => existsSync(english));
  // Each table is read twice: a value may be a word of a table that comes later.
  for (const [english, other] of [...pairs, ...pairs]) compare(await tablesOf(english), await tablesOf(other));

  // Messages of rules and services: English stands beside the rule, the others in one table.
  const { pack } = await tablesOf(`web/src/texts/pack.${language}.ts`);
  const translate = isTable(pack) ? pack.translate : undefined;
  for (const file of globSync('src/shared/{messages,rules,schedule}/**/*.ts'))
    for (const [name, table] of Object.entries(await tablesOf(file))) {
      if (!name.endsWith('Texts') || !isTable(table) || !isFunction(translate)) continue;
      for (const [id, text] of Object.entries(table)) {
        if (!isFunction(text) || text.length > VALUES_MAX) continue;
        for (const list of listsOf(values, text.length)) {
          const english = said(text, list);
          learn(english, said(translate, [{ id, values: list, text: english }]));
        }
      }
    }
  return { words, names: new Set(values.filter((value) => !plain.has(value))) };
}

/** Returns a text with these values; undefined if it has no use for them. */
function said(text: (...values: unknown[]) => unknown, values: readonly unknown[]): unknown {
  try {
    return text(...values);
  } catch {
    return undefined;
  }
}

/** Some languages have a space before the sign of percent. */
const escaped = (text: string): string =>
  text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`).replaceAll('%', String.raw`\s?%`);

/** A part of a text says which one is meant from this many characters on. */
const PART_MIN = 10;

/** Returns the words for a text, or for the texts that it is a part of. */
function wordsFor(text: string, isExact: boolean, { words, names }: Dictionary): string[] {
  if (names.has(text)) return [];
  const whole = words.get(text);
  if (whole || isExact || text.length < PART_MIN) return [...(whole ?? [])];
  const part = text.toLowerCase();
  return [...words].flatMap(([english, found]) => (english.toLowerCase().includes(part) ? [...found] : []));
}

/** Returns a finder of pages or locators whose words are looked up. A name that somebody gave stays. */
function translated<Finder extends object>(finder: Finder, dictionary: Dictionary): Finder {
  const find = (text: unknown, isExact: boolean): unknown => {
    const found = isText(text) ? wordsFor(text, isExact, dictionary) : [];
    if (found.length === 0) return text;
    const any = found.map(escaped).join('|');
    return new RegExp(isExact ? `^(${any})$` : `(${any})`, isExact ? '' : 'i');
  };
  return new Proxy(finder, {
    get(target, key) {
      const member: unknown = Reflect.get(target, key, target);
      if (!isFunction(member)) return member;
      return (...given: unknown[]) => {
        const [first, options] = given;
        const isExact = isTable(options) && options.exact === true;
        if (key === 'getByRole' && isTable(options)) given[1] = { ...options, name: find(options.name, isExact) };
        if (key === 'getByText' || key === 'getByLabel') given[0] = find(first, isExact);
        const result: unknown = Reflect.apply(member, target, given);
        return isTable(result) && 'getByRole' in result ? translated(result, dictionary) : result;
      };
    },
  });
}

/**
 * Returns a function that makes a page in this language, or a part of it, find its texts by their English words.
 * `values` are the names, numbers and words in the texts of the journey.
 */
export async function inWordsOf(
  language: Language,
  values: readonly unknown[],
): Promise<<Finder extends Page | Locator>(finder: Finder) => Finder> {
  if (language === ENGLISH) return (finder) => finder;
  const dictionary = await dictionaryOf(language, values);
  return (finder) => translated(finder, dictionary);
}
