import { keepLanguage, readLanguage } from './kept/plain-storage';
import { localeInForce, speak } from './texts';

/** As BCP 47 writes them. English is what the texts are written in, and what everyone else gets. */
export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Each by its own name, so that whoever reads no other finds it. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', de: 'Deutsch' };

const languageOf = (tag: string | null): Language | undefined =>
  LANGUAGES.find((language) => language === tag?.toLowerCase().split('-')[0]);

/** What was chosen on this device, else the first language of the browser that there is, else English. */
export function wantedLanguage(): Language {
  const chosen = languageOf(readLanguage());
  if (chosen) return chosen;
  return navigator.languages.map(languageOf).find((language) => language !== undefined) ?? 'en';
}

/** The language in force. */
export const currentLanguage = (): Language => languageOf(localeInForce()) ?? 'en';

/** Puts the wanted language in force. Without its chunk the page stays English: better than no page. */
export async function loadLanguage(): Promise<void> {
  if (wantedLanguage() === 'en') return;
  try {
    const { german } = await import('./texts/german');
    speak(german);
    document.documentElement.lang = 'de';
  } catch (error) {
    document.documentElement.lang = 'en';
    console.warn('The texts of the chosen language could not be loaded', error);
  }
}

/** Keeps the choice and opens the page anew in it. Taps that are not sent yet wait in the outbox meanwhile. */
export function chooseLanguage(language: Language): void {
  keepLanguage(language);
  location.reload();
}
