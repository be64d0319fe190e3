import { notificationTexts as german } from '../features/notifications/notification-texts.de';
import { notificationTexts as english } from '../features/notifications/notification-texts';
import { followLanguage } from './texts';
import type { Translation } from './translation';

let current: Translation<typeof english> = english;
/**
 * The texts about recipients of alerts, in the current language (see `dialogTexts`). Their screens load both languages, so
 * that no other page loads these texts.
 */
export { current as notificationTexts };

followLanguage((pack) => {
  current = pack === null ? english : german;
});
