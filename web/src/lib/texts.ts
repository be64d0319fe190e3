import { accountTexts } from './texts/account';
import { areasTexts } from './texts/areas';
import { authTexts } from './texts/auth';
import { commonTexts } from './texts/common';
import { dashboardTexts } from './texts/dashboard';
import { eventsTexts } from './texts/events';
import type { Translation } from './texts/translation';

/** Every text that a person reads in the app. Those that spec.md quotes stand here to the letter. */
export const english = {
  ...commonTexts,
  ...authTexts,
  ...dashboardTexts,
  ...eventsTexts,
  ...areasTexts,
  ...accountTexts,
} as const;

export type Texts = Translation<typeof english>;

/** A language other than English: a chunk of its own, so that nobody else loads it (language.ts). */
export interface LanguagePack {
  /** BCP 47: how numbers and dates are written. */
  readonly locale: string;
  readonly texts: Texts;
  /** A text of the server or of a shared rule; as it is where it is not known. */
  readonly translate: (message: string) => string;
}

let pack: LanguagePack = { locale: 'en-US', texts: english, translate: (message) => message };

/**
 * The texts in the language in force, which is English until {@link speak}. Read them where they are shown: a copy made
 * while modules load stays English.
 */
export let texts: Texts = pack.texts;

/** Puts a language in force, once, before anything is rendered. */
export function speak(language: LanguagePack): void {
  pack = language;
  ({ texts } = language);
}

/** A text of the server or of a shared rule (src/shared), which are English, in the language in force. */
export const translate = (message: string): string => pack.translate(message);

/** What Intl formats with; made anew when the language changes. */
export function inLocale<T>(make: (locale: string) => T): () => T {
  let made: { locale: string; value: T } | undefined;
  return () => {
    if (made?.locale !== pack.locale) made = { locale: pack.locale, value: make(pack.locale) };
    return made.value;
  };
}
