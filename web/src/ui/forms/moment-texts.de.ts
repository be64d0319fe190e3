import type { Translation } from '../../texts/translation';
import type { momentTexts as english } from './moment-texts';

export const momentTexts: Translation<typeof english> = {
  clock: (timeZone) => `Nach den Uhren in ${timeZone}.`,
  which: 'Welche der beiden? Die Uhren wurden zurückgestellt',
  incomplete: 'Bitte geben Sie Datum und Uhrzeit ein.',
  skipped: 'Diese Uhrzeit gab es nicht, weil die Uhren vorgestellt wurden. Bitte geben Sie eine andere ein.',
};
