import { english, followLanguage } from './texts';
import { countingTexts } from './texts/counting';
import { dashboardTexts } from './texts/dashboard';
import { eventsTexts } from './texts/events';
import type { Translation } from './texts/translation';

/**
 * The texts of `texts` and those of the dashboard's first screen. The login and the public pages must not import this
 * module, or they would load these texts.
 */
export const appEnglish = {
  ...english,
  ...dashboardTexts,
  ...countingTexts,
  ...eventsTexts,
} as const;

export type AppTexts = Translation<typeof appEnglish>;

let inForce: AppTexts = appEnglish;
/** The texts in the present language. Read them where they are shown, like those of ./texts. */
export { inForce as texts };
export { translate } from './texts';

followLanguage((pack) => {
  inForce = pack?.appTexts ?? appEnglish;
});
