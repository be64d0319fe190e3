import { settingPagesTexts as english } from '../features/settings/setting-pages-texts';
import { followLaterTexts } from './later-texts';
import type { Translation } from './translation';

let current: Translation<typeof english> = english;
/** The texts of the settings pages in the current language, which load with them. */
export { current as settingPagesTexts };

followLaterTexts('settingPages', english, (texts) => {
  current = texts;
});
