import { followLanguage } from './texts';
import { momentTexts as momentEnglish } from '../ui/forms/moment-texts';
import type { Translation } from './translation';

export type MomentTexts = Translation<typeof momentEnglish>;

let current: MomentTexts = momentEnglish;
/** The texts of a field for a moment in the current language. Reports have it, and they load no texts of dialogs. */
export { current as momentTexts };

followLanguage((pack) => {
  current = pack?.momentTexts ?? momentEnglish;
});
