import { alertListTexts as english } from '../features/alerts/alert-list-texts';
import { followLaterTexts } from './later-texts';
import type { Translation } from './translation';

let current: Translation<typeof english> = english;
/** The texts of the list of alerts in the current language, which load with it. */
export { current as alertListTexts };

followLaterTexts('alertList', english, (texts) => {
  current = texts;
});
