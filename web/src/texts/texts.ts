import type { AppTexts } from './app-texts';
import type { SignInTexts } from './sign-in-texts';
import type { DialogTexts } from './dialog-texts';
import type { ReportTexts } from './report-texts';
import type { SettingsTexts } from './settings-texts';
import { areasTexts } from '../features/counting/areas/areas-texts';
import { commonTexts } from './common-texts';
import type { Translation } from './translation';

/**
 * Texts that everyone may see at first, on the public pages and the login too. The dashboard's texts are in
 * app-texts.ts, those of what loads later in dialog-texts.ts, of reports in report-texts.ts, of login and sign-up in
 * sign-in-texts.ts, and of the account in settings-texts.ts. Texts that the product's specification quotes are used to
 * the letter.
 */
export const english = {
  ...commonTexts,
  ...areasTexts,
} as const;

type Texts = Translation<typeof english>;

/** A language other than English: a chunk of its own, so that nobody else loads it (language.ts). */
export interface LanguagePack {
  /** BCP 47: how numbers and dates are written. */
  readonly locale: string;
  readonly texts: Texts;
  readonly appTexts: AppTexts;
  readonly dialogTexts: DialogTexts;
  readonly reportTexts: ReportTexts;
  readonly signInTexts: SignInTexts;
  readonly settingsTexts: SettingsTexts;
  /** Translates a text of the server or of a shared rule; an unknown text stays as it is. */
  readonly translate: (message: string) => string;
}

/** Null: English. */
let language: LanguagePack | null = null;
const followers = new Set<(pack: LanguagePack | null) => void>();

let current: Texts = english;
/**
 * The texts in the present language, which is English until {@link speak}. Read them where they are shown: a copy that
 * is made while modules load stays English.
 */
export { current as texts };

/** Sets the language, before anything is rendered. Null: English. */
export function speak(pack: LanguagePack | null): void {
  language = pack;
  current = pack?.texts ?? english;
  for (const follower of followers) follower(pack);
}

/** Called with the present language, now and when it changes. */
export function followLanguage(follower: (pack: LanguagePack | null) => void): void {
  followers.add(follower);
  follower(language);
}

/** A text of the server or of a shared rule (src/shared), which is English, in the present language. */
export const translate = (message: string): string => language?.translate(message) ?? message;

/** The formats of the product's rules: 'Mon D HH:mm' and thousands with commas. */
const ENGLISH_LOCALE = 'en-US';

/** BCP 47, of the present language. */
export const currentLocale = (): string => language?.locale ?? ENGLISH_LOCALE;

/** The Intl formatters; created anew when the language changes. */
export function inLocale<T>(make: (locale: string) => T): () => T {
  let made: { locale: string; value: T } | undefined;
  return () => {
    const locale = currentLocale();
    if (made?.locale !== locale) made = { locale, value: make(locale) };
    return made.value;
  };
}
