import { wallTexts as english } from './wall-texts';
import { followLaterTexts } from '../../../texts/later-texts';
import type { Translation } from '../../../texts/translation';

let current: Translation<typeof english> = english;
/** The texts of the wall in the current language, which load with it. */
export { current as wallWords };

followLaterTexts<Translation<typeof english>>(
  english,
  async (later) => later.wall(),
  (texts) => {
    current = texts;
  },
);
