import { ENGLISH, type Language, languageOf } from '../../src/shared/languages';

/**
 * Returns the widget's language for the first of these tags that is one, English for those of other languages. Sites also
 * write tags with an underscore, or none.
 */
export function languageOfTags(tags: readonly string[]): Language {
  for (const tag of tags) {
    try {
      const [known = ''] = Intl.getCanonicalLocales(tag.replaceAll('_', '-'));
      return languageOf(known) ?? ENGLISH;
    } catch {
      // The next one may be a tag.
    }
  }
  return ENGLISH;
}
