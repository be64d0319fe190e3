import { followLanguage } from './texts';
import { capacityTexts as capacityEnglish } from '../features/capacity/capacity-texts';
import { capacityTexts as capacityGerman } from '../features/capacity/capacity-texts.de';
import type { Translation } from './translation';

type CapacityTexts = Translation<typeof capacityEnglish>;

/**
 * The texts by language. All of them load with the screen: in the language packs, the public pages would load them, too
 * (docs/testing.md has what a page may weigh).
 */
const BY_LOCALE: Readonly<Record<string, CapacityTexts>> = { 'de-DE': capacityGerman };

let current: CapacityTexts = capacityEnglish;
/** The texts of the capacity assistant in the current language. */
export { current as capacityTexts };

followLanguage((pack) => {
  current = (pack && BY_LOCALE[pack.locale]) ?? capacityEnglish;
});
