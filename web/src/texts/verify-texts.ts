import { verifyTexts as german } from '../features/verify/verify-texts.de';
import { verifyTexts as english } from '../features/verify/verify-texts';
import { followLanguage } from './texts';
import type { Translation } from './translation';

let current: Translation<typeof english> = english;
/**
 * The texts of the page that checks evidence packs, in the current language (see `dialogTexts`). The page loads both
 * languages, so that no other page loads its texts.
 */
export { current as verifyTexts };

followLanguage((pack) => {
  current = pack === null ? english : german;
});
