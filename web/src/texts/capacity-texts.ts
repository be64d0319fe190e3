import { followLanguage } from './texts';
import { capacityTexts as capacityEnglish } from '../features/capacity/capacity-texts';
import type { Translation } from './translation';

export type CapacityTexts = Translation<typeof capacityEnglish>;

let current: CapacityTexts = capacityEnglish;
/** The texts of the capacity assistant in the current language. They load with its screen (see `dialogTexts`). */
export { current as capacityTexts };

followLanguage((pack) => {
  current = pack?.capacityTexts ?? capacityEnglish;
});
