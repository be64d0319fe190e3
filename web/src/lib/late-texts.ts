import { followLanguage } from './texts';
import { areaDialogsTexts } from './texts/area-dialogs';
import { displayTexts } from './texts/display';
import { devicesTexts } from './texts/devices';
import { displayLinkTexts } from './texts/display-link';
import { eventDialogsTexts } from './texts/event-dialogs';
import { joinTexts } from './texts/join';
import { overviewTexts } from './texts/overview';
import { countingToolsTexts } from './texts/counting-tools';
import { scheduleTexts } from './texts/schedule';
import { statusTexts } from './texts/status';
import type { Translation } from './texts/translation';
import { venueTexts } from './texts/venue';

/**
 * Like `texts`, for what loads when somebody asks for it: dialogs, panels, further screens. The login and the first
 * screen of the counters must not import this module, or they would load these texts.
 */
export const lateEnglish = {
  ...countingToolsTexts,
  ...displayTexts,
  ...joinTexts,
  ...venueTexts,
  ...devicesTexts,
  ...displayLinkTexts,
  ...overviewTexts,
  ...eventDialogsTexts,
  ...scheduleTexts,
  ...areaDialogsTexts,
  ...statusTexts,
} as const;

export type LateTexts = Translation<typeof lateEnglish>;

let inForce: LateTexts = lateEnglish;
/** The texts in the present language. Read them where they are shown, like `texts`. */
export { inForce as lateTexts };

followLanguage((pack) => {
  inForce = pack?.lateTexts ?? lateEnglish;
});
