/** What the product must know of a language before it has loaded the language's words. */
interface LanguageFacts {
  /** The name in the language itself, so that people who read no other language find it. */
  readonly name: string;
  /** The BCP 47 tag for the formats of numbers and dates. */
  readonly locale: string;
  readonly isRightToLeft?: boolean;
}

/**
 * The languages of the product by their ISO 639 codes. A new line makes the compiler ask for the language's words in
 * src/languages/languages.ts and web/src/texts/languages.ts. Beside these, only a language's own files name it.
 */
export const LANGUAGES = {
  en: { name: 'English', locale: 'en-US' },
  de: { name: 'Deutsch', locale: 'de-DE' },
} satisfies Readonly<Record<string, LanguageFacts>>;

export type Language = keyof typeof LANGUAGES;

/** The language of the specification. Everybody gets it whose own language the product does not have. */
export const ENGLISH = 'en' satisfies Language;

/** The locale of English texts, whose formats the product's rules demand: 'Mon D HH:mm', and commas between thousands. */
export const ENGLISH_LOCALE = LANGUAGES[ENGLISH].locale;

const isLanguage = (code: string): code is Language => Object.hasOwn(LANGUAGES, code);

export const LANGUAGE_CODES: readonly Language[] = Object.keys(LANGUAGES).filter(isLanguage);

export const factsOf = (language: Language): LanguageFacts => LANGUAGES[language];

/** Returns the direction in which the language is written, as HTML's `dir` names it. */
export const directionOf = (language: Language): 'ltr' | 'rtl' => (factsOf(language).isRightToLeft ? 'rtl' : 'ltr');

/** Returns the language of a BCP 47 tag by its first part; undefined if the product does not have it. */
export function languageOf(tag: string): Language | undefined {
  const [code = ''] = tag.toLowerCase().split('-');
  return isLanguage(code) ? code : undefined;
}
