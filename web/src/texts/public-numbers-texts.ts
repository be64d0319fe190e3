import { publicNumbersTexts as english } from '../features/public-numbers/public-numbers-texts';
import { followLaterTexts } from './later-texts';
import type { Translation } from './translation';

let current: Translation<typeof english> = english;
/** The texts about public numbers in the current language, which load with their dialog. */
export { current as publicNumbersTexts };

followLaterTexts('publicNumbers', english, (texts) => {
  current = texts;
});
