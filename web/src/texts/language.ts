import { keepLanguage, readLanguage } from '../session/plain-storage';
import { currentLocale, speak } from './texts';

/** The supported languages as BCP 47 tags. English is the default. */
export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The name of each language in that language, so that people who read no other language find it. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', de: 'Deutsch' };

const languageOf = (tag: string | null): Language | undefined =>
  LANGUAGES.find((language) => language === tag?.toLowerCase().split('-')[0]);

/**
 * Returns the language that was chosen on this device, otherwise the first supported language of the browser, otherwise
 * English.
 */
export function wantedLanguage(): Language {
  const chosen = languageOf(readLanguage());
  if (chosen) return chosen;
  return navigator.languages.map(languageOf).find((language) => language !== undefined) ?? 'en';
}

/** Returns the language that is shown. */
export const currentLanguage = (): Language => languageOf(currentLocale()) ?? 'en';

/**
 * Switches to the wanted language. If its chunk cannot be loaded, the page stays English, which is better than no page.
 */
export async function loadLanguage(): Promise<void> {
  if (wantedLanguage() === 'en') return;
  try {
    const { german } = await import('./german');
    speak(german);
    document.documentElement.lang = 'de';
  } catch (error) {
    document.documentElement.lang = 'en';
    console.warn('The texts of the chosen language could not be loaded', error);
  }
}

/** Stores the choice and reloads the page. Unsent taps stay in the outbox. */
export function chooseLanguage(language: Language): void {
  keepLanguage(language);
  location.reload();
}
