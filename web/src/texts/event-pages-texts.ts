import { eventPagesTexts as german } from '../features/doors/event-pages-texts.de';
import { eventPagesTexts as english } from '../features/doors/event-pages-texts';
import { followLanguage } from './texts';
import type { Translation } from './translation';

let current: Translation<typeof english> = english;
/**
 * The texts of an event's pages in the current language. What shows them loads both languages, so that no public page loads
 * these texts.
 */
export { current as eventPagesTexts };

followLanguage((pack) => {
  current = pack === null ? english : german;
});
