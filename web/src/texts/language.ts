import { ENGLISH, directionOf, type Language, languageOf } from '../../../src/shared/languages';
import { keepLanguage, readLanguage } from '../session/plain-storage';
import { fetchPack } from './languages';
import { speak } from './texts';

/**
 * Returns the language that was chosen on this device, otherwise the first supported language of the browser, otherwise
 * English.
 */
export function wantedLanguage(): Language {
  const tags = [readLanguage() ?? '', ...navigator.languages];
  return tags.map(languageOf).find((language) => language !== undefined) ?? ENGLISH;
}

function labelPage(language: Language): void {
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
}

/**
 * Switches to the wanted language. If its chunk cannot be loaded, the page stays English, which is better than no page.
 */
export async function loadLanguage(): Promise<void> {
  const language = wantedLanguage();
  if (language === ENGLISH) return;
  try {
    speak(await fetchPack(language));
    labelPage(language);
  } catch (error) {
    labelPage(ENGLISH);
    console.warn('The texts of the chosen language could not be loaded', error);
  }
}

/** Stores the choice and reloads the page. Unsent taps stay in the outbox. */
export function chooseLanguage(language: Language): void {
  keepLanguage(language);
  location.reload();
}
