import { followLanguage } from './texts';
import { inspectionTexts as inspectionEnglish } from '../features/inspection/inspection-texts';
import type { Translation } from './translation';

export type InspectionTexts = Translation<typeof inspectionEnglish>;

let current: InspectionTexts = inspectionEnglish;
/**
 * The texts of inspectors' links and of what they show in the current language, which load with these. Read them where
 * they are shown, like `texts`.
 */
export { current as inspectionTexts };

followLanguage((pack) => {
  current = pack?.inspectionTexts ?? inspectionEnglish;
});
