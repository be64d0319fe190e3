import { english, followLanguage } from './texts';
import { countingTexts } from './texts/counting';
import { dashboardTexts } from './texts/dashboard';
import { eventsTexts } from './texts/events';
import type { Translation } from './texts/translation';

/**
 * Those of `texts` and all that the dashboard shows at first: for what is part of it. The login and the public pages import
 * nothing that imports this module, or these texts are loaded with them.
 */
export const appEnglish = {
  ...english,
  ...dashboardTexts,
  ...countingTexts,
  ...eventsTexts,
} as const;

export type AppTexts = Translation<typeof appEnglish>;

let inForce: AppTexts = appEnglish;
/** In the language in force. Read them where they are shown, as those of ./texts. */
export { inForce as texts };
export { translate } from './texts';

followLanguage((pack) => {
  inForce = pack?.appTexts ?? appEnglish;
});
