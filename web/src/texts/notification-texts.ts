import { notificationTexts as english } from '../features/notifications/notification-texts';
import { followLaterTexts } from './later-texts';
import type { Translation } from './translation';

let current: Translation<typeof english> = english;
/** The texts about recipients of alerts in the current language, which load with their screens. */
export { current as notificationTexts };

followLaterTexts('notifications', english, (texts) => {
  current = texts;
});
