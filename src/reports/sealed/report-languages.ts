import { WORDS } from '../../languages/languages';
import { ENGLISH } from '../../shared/languages';
import type { ReportWords } from './report-words';

/** The language whose part comes first in a file with several languages. */
export const FIRST_LANGUAGE: string = ENGLISH;

const REPORT_WORDS = new Map(Object.entries(WORDS).map(([language, { sealed }]) => [language, sealed]));

/** The languages in which days are sealed. */
export const REPORT_LANGUAGES: readonly string[] = [...REPORT_WORDS.keys()];

/** @throws {Error} a later release has sealed the day in a language that this one does not have */
export function wordsOf(language: string): ReportWords {
  const words = REPORT_WORDS.get(language);
  if (words === undefined) throw new Error(`There is no report in the language ${language}`);
  return words;
}
