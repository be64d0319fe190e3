import type { MachineTrouble } from '../../../src/shared/machines/trouble';
import {
  troubleReason,
  troubleSentence,
  troubleWords as english,
  type TroubleWords,
} from '../../../src/shared/machines/trouble-words';
import { followLaterTexts } from './later-texts';

let words: TroubleWords = english;

followLaterTexts('trouble', english, (loaded) => {
  words = loaded;
});

/** Returns why a machine's people are missing or wrong, in the current language, in a few words. */
export const machineReason = (trouble: MachineTrouble): string => troubleReason(trouble, words);

/** The same as a sentence without a full stop, with the machine's name. */
export const machineSentence = (machine: string, trouble: MachineTrouble): string =>
  troubleSentence(machine, trouble, words);
