import { followLanguage } from './texts';
import { accountTexts } from './texts/account';
import { securityTexts } from './texts/security';
import type { Translation } from './texts/translation';

/** As `lateTexts`, of what is loaded with the account's settings only. */
export const settingsEnglish = { ...accountTexts, ...securityTexts } as const;

export type SettingsTexts = Translation<typeof settingsEnglish>;

let inForce: SettingsTexts = settingsEnglish;
/** In the language in force. Read them where they are shown, as `texts`. */
export { inForce as settingsTexts };

followLanguage((pack) => {
  inForce = pack?.settingsTexts ?? settingsEnglish;
});
