import isoCountries from 'i18n-iso-countries';
import english from 'i18n-iso-countries/langs/en.json';

isoCountries.registerLocale(english);

/** Every country by its English official name (spec sections 2 and 3), in the order of the names. */
export const COUNTRIES: readonly { readonly value: string; readonly text: string }[] = Object.entries(
  isoCountries.getNames('en', { select: 'official' }),
)
  .map(([value, text]) => ({ value, text }))
  .toSorted((a, b) => a.text.localeCompare(b.text, 'en'));
