import { commandTexts as english } from '../features/commands/command-texts';
import { followLaterTexts } from './later-texts';
import type { Translation } from './translation';

let current: Translation<typeof english> = english;
/** The texts of the command menu in the current language, which load with it. */
export { current as commandTexts };

followLaterTexts('commands', english, (texts) => {
  current = texts;
});
