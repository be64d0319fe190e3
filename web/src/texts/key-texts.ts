import { keyTexts as english } from '../features/account/keys/key-texts';
import { followLaterTexts } from './later-texts';
import type { Translation } from './translation';

let current: Translation<typeof english> = english;
/** The texts about API keys in the current language, which load with their view. */
export { current as keyTexts };

followLaterTexts('keys', english, (texts) => {
  current = texts;
});
