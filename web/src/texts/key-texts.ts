import { keyTexts as german } from '../features/account/keys/key-texts.de';
import { keyTexts as english } from '../features/account/keys/key-texts';
import { followLanguage } from './texts';
import type { Translation } from './translation';

let current: Translation<typeof english> = english;
/**
 * The texts about API keys, in the current language (see `dialogTexts`). Their view loads both languages, so that no other
 * page loads these texts.
 */
export { current as keyTexts };

followLanguage((pack) => {
  current = pack === null ? english : german;
});
