import { secondStepTexts as english } from '../features/auth/second-step/second-step-texts';
import { followLaterTexts } from './later-texts';
import type { Translation } from './translation';

let current: Translation<typeof english> = english;
/** The texts about the second step in the current language, which load with their forms. */
export { current as secondStepTexts };

followLaterTexts('secondStep', english, (texts) => {
  current = texts;
});
