import type { ReportWords } from './report-words';
import { deWords } from './report-words.de';
import { enWords } from './report-words.en';

/** The words of each language in which days are sealed. */
export const REPORT_LANGUAGES: Readonly<Record<string, ReportWords>> = { en: enWords, de: deWords };

/** @throws {Error} a later release has sealed the day in a language that this one does not have */
export function wordsOf(language: string): ReportWords {
  const words = REPORT_LANGUAGES[language];
  if (words === undefined) throw new Error(`There is no report in the language ${language}`);
  return words;
}
