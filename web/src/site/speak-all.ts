import { ENGLISH, type Language, LANGUAGE_CODES, languageOf } from '../../../src/shared/languages';
import { fetchPack, PUBLIC_TEXTS } from '../texts/languages';
import { speak } from '../texts/texts';
import { speakOnSite } from './site-texts';

/** The build renders pages in all languages, one after the other. */
const packs = new Map(await Promise.all(LANGUAGE_CODES.map(async (code) => [code, await fetchPack(code)] as const)));

/** Sets the language of all texts that the build renders. */
export function speakAll(language: Language): void {
  speak(packs.get(language) ?? null);
  speakOnSite(PUBLIC_TEXTS[language].site);
}

/** Returns the language of an HTML file, which is its folder, and the name of the file in that. */
export function languageOfFile(file: string): { language: Language; name: string } {
  const [folder = '', name] = file.split('/');
  return name === undefined ? { language: ENGLISH, name: folder } : { language: languageOf(folder) ?? ENGLISH, name };
}
