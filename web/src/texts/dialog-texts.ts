import { followLanguage } from './texts';
import { areaDialogsTexts } from '../features/counting/dialogs/area-dialogs-texts';
import { displayTexts } from '../features/display/display-texts';
import { devicesTexts } from '../features/devices/devices-texts';
import { displayLinkTexts } from '../features/display/display-link-texts';
import { eventDialogsTexts } from '../features/events/event-dialogs-texts';
import { emergencyTexts } from '../features/display/emergency-texts';
import { evacuationTexts } from '../features/evacuation/evacuation-texts';
import { joinTexts } from '../features/join/join-texts';
import { ordersTexts } from '../features/orders/orders-texts';
import { overviewTexts } from '../features/overview/overview-texts';
import { countingToolsTexts } from '../features/counting/pads/counting-tools-texts';
import { scheduleTexts } from '../features/events/settings/schedule-texts';
import type { Translation } from './translation';
import { categoriesTexts } from '../features/events/settings/categories-texts';
import { venueTexts } from '../features/events/settings/venue-texts';

/**
 * The texts of dialogs, panels and further screens, which load on request. The login and the first screen of the
 * dashboard must not import this module, because they would then load these texts.
 */
export const dialogEnglish = {
  ...countingToolsTexts,
  ...displayTexts,
  ...joinTexts,
  ...venueTexts,
  ...categoriesTexts,
  ...devicesTexts,
  ...displayLinkTexts,
  ...ordersTexts,
  ...emergencyTexts,
  ...evacuationTexts,
  ...overviewTexts,
  ...eventDialogsTexts,
  ...scheduleTexts,
  ...areaDialogsTexts,
} as const;

export type DialogTexts = Translation<typeof dialogEnglish>;

let current: DialogTexts = dialogEnglish;
/** The texts in the current language. Read them where they are shown, like `texts`. */
export { current as dialogTexts };

followLanguage((pack) => {
  current = pack?.dialogTexts ?? dialogEnglish;
});
