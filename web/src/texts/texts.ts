import type { Message } from '../../../src/shared/messages/message';
import { directionOf, ENGLISH, factsOf, type Language } from '../../../src/shared/languages';
import type { TroubleWords } from '../../../src/shared/machines/trouble-words';
import type { AppTexts } from './app-texts';
import type { keyTexts } from '../features/account/keys/key-texts';
import type { alertListTexts } from '../features/alerts/alert-list-texts';
import type { commandTexts } from '../features/commands/command-texts';
import type { capacityTexts } from '../features/capacity/capacity-texts';
import type { auditTexts } from '../features/account/audit/audit-texts';
import type { membersTexts } from '../features/account/members/members-texts';
import type { notificationTexts } from '../features/notifications/notification-texts';
import type { wallTexts } from '../features/overview/wall/wall-texts';
import type { publicNumbersTexts } from '../features/public-numbers/public-numbers-texts';
import type { secondStepTexts } from '../features/auth/second-step/second-step-texts';
import type { verifyTexts } from '../features/verify/verify-texts';
import type { SignInTexts } from './sign-in-texts';
import type { DialogTexts } from './dialog-texts';
import type { InspectionTexts } from './inspection-texts';
import type { MomentTexts } from './moment-texts';
import type { ReportTexts } from './report-texts';
import type { SettingsTexts } from './settings-texts';
import type { StatusTexts } from './status-texts';
import type { eventPagesTexts } from '../features/doors/event-pages-texts';
import type { settingPagesTexts } from '../features/settings/setting-pages-texts';
import { areasTexts } from '../features/counting/areas/areas-texts';
import { commonTexts } from './common-texts';
import type { Translation } from './translation';

/**
 * The texts that any first screen can need, including the public pages and the login. Other texts load with their
 * screens: app-texts.ts (dashboard), dialog-texts.ts (dialogs and later screens), report-texts.ts (reports),
 * inspection-texts.ts (inspectors' links), sign-in-texts.ts (login and sign-up), settings-texts.ts (account),
 * status-texts.ts (what does not work), and those of `LaterTexts`. Texts that the product's specification quotes are
 * used word for word.
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

/** The texts of the first screen in a language. */
export interface FirstTexts {
  readonly language: Language;
  readonly texts: Texts;
}

/** The texts that come with their screens: in the packs, all other pages would load them, too. */
export interface TextsByPart {
  readonly alertList: Translation<typeof alertListTexts>;
  readonly audit: Translation<typeof auditTexts>;
  readonly capacity: Translation<typeof capacityTexts>;
  readonly commands: Translation<typeof commandTexts>;
  readonly eventPages: Translation<typeof eventPagesTexts>;
  readonly keys: Translation<typeof keyTexts>;
  readonly members: Translation<typeof membersTexts>;
  readonly notifications: Translation<typeof notificationTexts>;
  readonly publicNumbers: Translation<typeof publicNumbersTexts>;
  readonly secondStep: Translation<typeof secondStepTexts>;
  readonly settingPages: Translation<typeof settingPagesTexts>;
  readonly trouble: TroubleWords;
  readonly verify: Translation<typeof verifyTexts>;
  readonly wall: Translation<typeof wallTexts>;
}

/** Loads the texts that come with their screens. */
type LaterTexts = { readonly [Part in keyof TextsByPart]: () => Promise<TextsByPart[Part]> };

/**
 * All texts in a language other than English. The pack is a separate chunk, so that only its users load it
 * (language.ts).
 */
export interface LanguagePack extends FirstTexts {
  readonly appTexts: AppTexts;
  readonly dialogTexts: DialogTexts;
  readonly inspectionTexts: InspectionTexts;
  readonly momentTexts: MomentTexts;
  readonly reportTexts: ReportTexts;
  readonly signInTexts: SignInTexts;
  readonly settingsTexts: SettingsTexts;
  readonly statusTexts: StatusTexts;
  readonly translate: (said: Said) => string;
  readonly later: LaterTexts;
}

/** The current language pack; null for English. */
let language: LanguagePack | null = null;
export { language as languagePack };

const followers = new Set<(pack: LanguagePack | null) => void>();

let shown: Language = ENGLISH;
let current: Texts = english;
/**
 * The texts in the current language, which is English until {@link speak} is called. Read them where they are shown: a
 * copy made while modules load stays English.
 */
export { current as texts };

/** Sets the language of a page that has no other texts. Must be called before anything is rendered. */
export function speakFirst(first: FirstTexts): void {
  shown = first.language;
  current = first.texts;
}

/** Sets the language; null for English. Must be called before anything is rendered. */
export function speak(pack: LanguagePack | null): void {
  language = pack;
  speakFirst(pack ?? { language: ENGLISH, texts: english });
  for (const follower of followers) follower(pack);
}

/** Calls the follower with the current language pack, now and when the language changes. */
export function followLanguage(follower: (pack: LanguagePack | null) => void): void {
  followers.add(follower);
  follower(language);
}

/** Returns the text in the current language. */
export const translate = (said: Said): string => language?.translate(said) ?? said.text;

/** Returns the language that is shown. */
export const currentLanguage = (): Language => shown;

/** Whether text runs from right to left. */
export const isRightToLeft = (): boolean => directionOf(shown) === 'rtl';

/** Returns the BCP 47 tag for the formats of the current language. */
const currentLocale = (): string => factsOf(shown).locale;

/** Returns a function that gives a cached Intl formatter. The formatter is created again when the language changes. */
export function inLocale<T>(make: (locale: string) => T): () => T {
  let made: { locale: string; value: T } | undefined;
  return () => {
    const locale = currentLocale();
    if (made?.locale !== locale) made = { locale, value: make(locale) };
    return made.value;
  };
}
