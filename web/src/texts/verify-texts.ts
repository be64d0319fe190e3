import { verifyTexts as english } from '../features/verify/verify-texts';
import { followLaterTexts } from './later-texts';
import type { Translation } from './translation';

let current: Translation<typeof english> = english;
/** The texts of the page that checks evidence packs in the current language, which load with it. */
export { current as verifyTexts };

followLaterTexts('verify', english, (texts) => {
  current = texts;
});
