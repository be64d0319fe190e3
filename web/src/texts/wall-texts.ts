import { wallTexts as english } from '../features/overview/wall/wall-texts';
import { followLaterTexts } from './later-texts';
import type { Translation } from './translation';

let current: Translation<typeof english> = english;
/** The texts of the wall in the current language, which load with it. */
export { current as wallTexts };

followLaterTexts('wall', english, (texts) => {
  current = texts;
});
