import type { Message } from '../../../src/shared/messages/message';
import type { AppTexts } from './app-texts';
import type { SignInTexts } from './sign-in-texts';
import type { DialogTexts } from './dialog-texts';
import type { InspectionTexts } from './inspection-texts';
import type { ReportTexts } from './report-texts';
import type { SettingsTexts } from './settings-texts';
import type { StatusTexts } from './status-texts';
import { areasTexts } from '../features/counting/areas/areas-texts';
import { commonTexts } from './common-texts';
import type { Translation } from './translation';

/**
 * The texts that any first screen can need, including the public pages and the login. Other texts load with their
 * screens: app-texts.ts (dashboard), dialog-texts.ts (dialogs and later screens), report-texts.ts (reports),
 * inspection-texts.ts (inspectors' links), sign-in-texts.ts (login and sign-up), settings-texts.ts (account),
 * status-texts.ts (what does not work) and capacity-texts.ts (capacity assistant). Texts that the product's specification
 * quotes are used word for word.
 */
export const english = {
  ...commonTexts,
  ...areasTexts,
} as const;

type Texts = Translation<typeof english>;

/** A refusal by the server. Its text is English; code and message are as they were received. */
interface ServerText {
  readonly text: string;
  readonly code?: unknown;
  readonly message?: unknown;
}

/** What the server or a shared rule says. */
export type Said = Message | ServerText;

/** What the public pages need of a language other than English. */
export interface LanguageBasics {
  /** The BCP 47 tag for the format of numbers and dates. */
  readonly locale: string;
  readonly texts: Texts;
}

/**
 * All texts in a language other than English. The pack is a separate chunk, so that only its users load it
 * (language.ts).
 */
export interface LanguagePack extends LanguageBasics {
  readonly appTexts: AppTexts;
  readonly dialogTexts: DialogTexts;
  readonly inspectionTexts: InspectionTexts;
  readonly reportTexts: ReportTexts;
  readonly signInTexts: SignInTexts;
  readonly settingsTexts: SettingsTexts;
  readonly statusTexts: StatusTexts;
  readonly translate: (said: Said) => string;
}

/** The current language pack; null for English. */
let language: LanguagePack | null = null;
const followers = new Set<(pack: LanguagePack | null) => void>();

/** The locale whose formats the product's rules demand: 'Mon D HH:mm', and commas between thousands. */
const ENGLISH_LOCALE = 'en-US';

let locale = ENGLISH_LOCALE;
let current: Texts = english;
/**
 * The texts in the current language, which is English until {@link speak} is called. Read them where they are shown: a
 * copy made while modules load stays English.
 */
export { current as texts };

/** Sets the language; null for English. Must be called before anything is rendered. */
export function speak(pack: LanguagePack | null): void {
  language = pack;
  speakBasics(pack);
  for (const follower of followers) follower(pack);
}

/** Sets the language of a page that shows only `texts`, numbers and dates; null for English. */
export function speakBasics(basics: LanguageBasics | null): void {
  current = basics?.texts ?? english;
  locale = basics?.locale ?? ENGLISH_LOCALE;
}

/** Calls the follower with the current language pack, now and when the language changes. */
export function followLanguage(follower: (pack: LanguagePack | null) => void): void {
  followers.add(follower);
  follower(language);
}

/** Returns the text in the current language. */
export const translate = (said: Said): string => language?.translate(said) ?? said.text;

/** Returns the BCP 47 tag of the current language. */
export const currentLocale = (): string => locale;

/** Returns a function that gives a cached Intl formatter. The formatter is created again when the language changes. */
export function inLocale<T>(make: (forLocale: string) => T): () => T {
  let made: { locale: string; value: T } | undefined;
  return () => {
    if (made?.locale !== locale) made = { locale, value: make(locale) };
    return made.value;
  };
}
