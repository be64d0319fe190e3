import { alertListTexts as english } from './alert-list-texts';
import { followLaterTexts } from '../../texts/later-texts';
import type { Translation } from '../../texts/translation';

let current: Translation<typeof english> = english;
/** The texts of the list of alerts in the current language, which load with it. */
export { current as alertListWords };

followLaterTexts<Translation<typeof english>>(
  english,
  async (later) => later.alertList(),
  (texts) => {
    current = texts;
  },
);
