import { existsSync, globSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { ENGLISH, type Language } from '../../../src/shared/languages';

/** Journeys name texts in English. This finds the same texts on pages in another language, by the tables of both. */

type Dictionary = ReadonlyMap<string, ReadonlySet<string>>;

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
 * with each of the given ones.
 */
async function dictionaryOf(language: Language, values: readonly unknown[]): Promise<Dictionary> {
  const words = new Map<string, Set<string>>();
  const learn = (english: unknown, other: unknown) => {
    if (isText(english) && isText(other)) words.set(english, (words.get(english) ?? new Set()).add(other));
  };
  function compare(english: unknown, other: unknown): void {
    learn(english, other);
    if (isFunction(english) && isFunction(other) && english.length <= VALUES_MAX)
      for (const list of listsOf(values, english.length)) learn(said(english, list), said(other, list));
    if (isTable(english) && isTable(other)) for (const key of Object.keys(english)) compare(english[key], other[key]);
  }
  const ending = `-texts.${language}.ts`;
  for (const file of globSync(`web/src/**/*${ending}`)) {
    const english = file.replace(ending, '-texts.ts');
    // The texts of the first screens have no English table of their own.
    if (existsSync(english)) compare(await tablesOf(english), await tablesOf(file));
  }

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
  return words;
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

/** Returns a finder of pages or locators whose words are looked up. */
function translated<Finder extends object>(finder: Finder, words: Dictionary): Finder {
  /** A name that somebody gave is in no table: it stays. */
  const find = (text: unknown, isExact: boolean): unknown => {
    const found = isText(text) ? words.get(text) : undefined;
    if (!found) return text;
    const any = [...found].map(escaped).join('|');
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
        return isTable(result) && 'getByRole' in result ? translated(result, words) : result;
      };
    },
  });
}

/**
 * Returns a function that makes a page in this language, or a part of it, find its texts by their English words.
 * `values` are the names and numbers in the texts of the journey.
 */
export async function inWordsOf(
  language: Language,
  values: readonly unknown[],
): Promise<<Finder extends Page | Locator>(finder: Finder) => Finder> {
  if (language === ENGLISH) return (finder) => finder;
  const words = await dictionaryOf(language, values);
  return (finder) => translated(finder, words);
}
