import { followLanguage } from './texts';
import { statusTexts as statusEnglish } from '../features/dashboard/notices/status-texts';
import type { Translation } from './translation';

export type StatusTexts = Translation<typeof statusEnglish>;

let current: StatusTexts = statusEnglish;
/**
 * The texts about what does not work, in the current language. The dashboard loads them by itself, and therefore not with
 * those of dialogs (see `dialogTexts`).
 */
export { current as statusTexts };

followLanguage((pack) => {
  current = pack?.statusTexts ?? statusEnglish;
});
