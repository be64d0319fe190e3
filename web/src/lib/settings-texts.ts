import { followLanguage } from './texts';
import { accountTexts } from './texts/account';
import { securityTexts } from './texts/security';
import type { Translation } from './texts/translation';

/** Like `lateTexts`, for what loads with the account's settings. */
export const settingsEnglish = { ...accountTexts, ...securityTexts } as const;

export type SettingsTexts = Translation<typeof settingsEnglish>;

let inForce: SettingsTexts = settingsEnglish;
/** The texts in the present language. Read them where they are shown, like `texts`. */
export { inForce as settingsTexts };

followLanguage((pack) => {
  inForce = pack?.settingsTexts ?? settingsEnglish;
});
