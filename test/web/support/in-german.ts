import { afterEach, beforeEach } from 'vitest';
import { loadLanguage } from '../../../web/src/texts/language';
import { speak } from '../../../web/src/texts/texts';

/** The screens of the file, or of the `describe`, that calls it are German. */
export function inGerman(): void {
  beforeEach(async () => {
    localStorage.setItem('headroom.language', 'de');
    await loadLanguage();
  });
  afterEach(() => {
    speak(null);
    document.documentElement.lang = 'en';
  });
}
