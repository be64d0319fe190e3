import { followLanguage } from '../../../texts/texts';
import type { Translation } from '../../../texts/translation';
import { wallTexts as english } from './wall-texts';
import { wallTexts as german } from './wall-texts.de';

type WallTexts = Translation<typeof english>;

/** The texts by language. All of them load with the wall: in the language packs, other pages would load them, too. */
const BY_LOCALE: Readonly<Record<string, WallTexts>> = { 'de-DE': german };

let current: WallTexts = english;
/** The texts of the wall in the current language. */
export { current as wallWords };

followLanguage((pack) => {
  current = (pack && BY_LOCALE[pack.locale]) ?? english;
});
