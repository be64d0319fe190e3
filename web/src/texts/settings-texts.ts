import { followLanguage } from './texts';
import { accountTexts } from '../features/account/account-texts';
import { securityTexts } from '../features/account/security-texts';
import type { Translation } from './translation';

/** The texts of the account settings, which load with the settings (see `dialogTexts`). */
export const settingsEnglish = { ...accountTexts, ...securityTexts } as const;

export type SettingsTexts = Translation<typeof settingsEnglish>;

let current: SettingsTexts = settingsEnglish;
/** The texts in the current language. Read them where they are shown, like `texts`. */
export { current as settingsTexts };

followLanguage((pack) => {
  current = pack?.settingsTexts ?? settingsEnglish;
});
