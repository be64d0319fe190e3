import { followLanguage } from '../../texts/texts';
import type { Translation } from '../../texts/translation';
import { alertListTexts as english } from './alert-list-texts';
import { alertListTexts as german } from './alert-list-texts.de';

type AlertListTexts = Translation<typeof english>;

/** The texts by language. All of them load with the list: in the language packs, other pages would load them, too. */
const BY_LOCALE: Readonly<Record<string, AlertListTexts>> = { 'de-DE': german };

let current: AlertListTexts = english;
/** The texts of the list of alerts in the current language. */
export { current as alertListWords };

followLanguage((pack) => {
  current = (pack && BY_LOCALE[pack.locale]) ?? english;
});
