import { english, followLanguage } from './texts';
import { countingTexts } from '../features/counting/pads/counting-texts';
import { dashboardTexts } from '../features/dashboard/dashboard-texts';
import { eventsTexts } from '../features/events/events-texts';
import type { Translation } from './translation';

/**
 * The texts of `texts` and of the dashboard's first screen. The login and the public pages must not import this module,
 * because they would then load these texts.
 */
export const appEnglish = {
  ...english,
  ...dashboardTexts,
  ...countingTexts,
  ...eventsTexts,
} as const;

export type AppTexts = Translation<typeof appEnglish>;

let current: AppTexts = appEnglish;
/** The texts in the current language. Read them where they are shown, like the texts in texts.ts. */
export { current as texts };
export { translate } from './texts';

followLanguage((pack) => {
  current = pack?.appTexts ?? appEnglish;
});
