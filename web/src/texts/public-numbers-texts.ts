import { publicNumbersTexts as german } from '../features/public-numbers/public-numbers-texts.de';
import { publicNumbersTexts as english } from '../features/public-numbers/public-numbers-texts';
import { followLanguage } from './texts';
import type { Translation } from './translation';

let current: Translation<typeof english> = english;
/**
 * The texts about public numbers, in the current language (see `dialogTexts`). Their dialog loads both languages, so that
 * no other page loads these texts.
 */
export { current as publicNumbersTexts };

followLanguage((pack) => {
  current = pack === null ? english : german;
});
