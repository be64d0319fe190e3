import type { PackFacts } from './readme-words';
import { FIRST_LANGUAGE, REPORT_LANGUAGES, wordsOf } from './report-languages';
import type { ReportWords } from './report-words';

/** The line between the languages of a file. */
const RULE = `\n${'-'.repeat(102)}\n\n`;

function inLanguages(
  languages: readonly string[],
  say: (words: ReportWords, others: readonly ReportWords[]) => string,
): string {
  const others = languages.filter((language) => language !== FIRST_LANGUAGE).map(wordsOf);
  return [say(wordsOf(FIRST_LANGUAGE), others), ...others.map((words) => say(words, others))].join(RULE);
}

/** Returns the file README.txt of a sealed day: a part for each language in which the day was sealed. */
export const evidenceReadme = (languages: readonly string[]): string =>
  inLanguages(languages, ({ readme }, others) => readme.day(others));

/** Returns the file README.txt at the top of a pack: what is where, and how to check it. No seal has it. */
export const packReadme = (facts: PackFacts): string =>
  inLanguages(REPORT_LANGUAGES, ({ readme }, others) => readme.pack(facts, others));
