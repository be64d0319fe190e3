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
 * As `texts`, of what is loaded only once somebody asks for it: dialogs, panels, screens of their own. Nothing that shows a
 * login or the counters at first imports this module, or these texts are loaded with it.
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
/** In the language in force. Read them where they are shown, as `texts`. */
export { inForce as lateTexts };

followLanguage((pack) => {
  inForce = pack?.lateTexts ?? lateEnglish;
});
