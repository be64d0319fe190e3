import { capacityTexts as english } from '../features/capacity/capacity-texts';
import { followLaterTexts } from './later-texts';
import type { Translation } from './translation';

let current: Translation<typeof english> = english;
/** The texts of the capacity assistant in the current language, which load with it. */
export { current as capacityTexts };

followLaterTexts('capacity', english, (texts) => {
  current = texts;
});
