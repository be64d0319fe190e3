import isoCountries from 'i18n-iso-countries';
import english from 'i18n-iso-countries/langs/en.json';
import { ENGLISH } from '../../../../../src/shared/languages';
import { currentLanguage, inLocale } from '../../../texts/texts';

interface Country {
  /** The ISO 3166-1 alpha-2 code of the country. */
  readonly value: string;
  readonly text: string;
}

isoCountries.registerLocale(english);
/** The English official names (docs/product.md, B5). */
const OFFICIAL = Object.entries(isoCountries.getNames(ENGLISH, { select: 'official' }));

/** Returns all countries, sorted by name: official names in English, and the browser's names in other languages. */
export const countries: () => readonly Country[] = inLocale((locale) => {
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' });
  const nameOf = (code: string, official: string) =>
    currentLanguage() === ENGLISH ? official : (names.of(code) ?? official);
  return OFFICIAL.map(([value, official]) => ({ value, text: nameOf(value, official) })).toSorted((a, b) =>
    a.text.localeCompare(b.text, locale),
  );
});
