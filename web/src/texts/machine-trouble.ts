import type { MachineTrouble } from '../../../src/shared/machines/trouble';
import { type TroubleLanguage, troubleReason, troubleSentence } from '../../../src/shared/machines/trouble-words';
import { followLanguage } from './texts';

let language: TroubleLanguage = 'en';
followLanguage((pack) => {
  language = pack?.locale.startsWith('de') ? 'de' : 'en';
});

/** Returns why a machine's people are missing or wrong, in the current language, in a few words. */
export const machineReason = (trouble: MachineTrouble): string => troubleReason(trouble, language);

/** The same as a sentence without a full stop, with the machine's name. */
export const machineSentence = (machine: string, trouble: MachineTrouble): string =>
  troubleSentence(machine, trouble, language);
