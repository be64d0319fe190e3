import type { Language } from '../shared/languages';
import { words as english, type Words } from './words';
import { words as german } from './words.de';

/** What the worker says in each language. The browser loads its own texts: web/src/texts/languages.ts. */
export const WORDS: Readonly<Record<Language, Words>> = { en: english, de: german };
