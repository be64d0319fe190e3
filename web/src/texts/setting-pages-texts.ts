import { settingPagesTexts as german } from '../features/settings/setting-pages-texts.de';
import { settingPagesTexts as english } from '../features/settings/setting-pages-texts';
import { followLanguage } from './texts';
import type { Translation } from './translation';

let current: Translation<typeof english> = english;
/**
 * The texts of the settings pages, in the current language (see `dialogTexts`). Their screens load both languages, so
 * that no other page loads these texts.
 */
export { current as settingPagesTexts };

followLanguage((pack) => {
  current = pack === null ? english : german;
});
