import { useQuery } from '@tanstack/react-query';
import isoCountries from 'i18n-iso-countries';
import english from 'i18n-iso-countries/langs/en.json';
import { currentLanguage, type Language } from '../../../texts/language';

isoCountries.registerLocale(english);

export interface Country {
  /** ISO 3166-1 alpha-2. */
  readonly value: string;
  readonly text: string;
}

/** Every country by its official name (docs/product.md, B5), sorted by name. */
const countriesIn = (language: Language): readonly Country[] =>
  Object.entries(isoCountries.getNames(language, { select: 'official' }))
    .map(([value, text]) => ({ value, text }))
    .toSorted((a, b) => a.text.localeCompare(b.text, language));

const ENGLISH = countriesIn('en');

async function loadGerman(): Promise<readonly Country[]> {
  const { default: german } = await import('i18n-iso-countries/langs/de.json');
  isoCountries.registerLocale(german);
  return countriesIn('de');
}

/** Every country in the page's language; in English until that has loaded. */
export function useCountries(): readonly Country[] {
  const isGerman = currentLanguage() === 'de';
  const { data } = useQuery({ queryKey: ['countries'], queryFn: loadGerman, enabled: isGerman, staleTime: Infinity });
  return data ?? ENGLISH;
}
