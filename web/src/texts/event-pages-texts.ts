import { eventPagesTexts as english } from '../features/doors/event-pages-texts';
import { followLaterTexts } from './later-texts';
import type { Translation } from './translation';

let current: Translation<typeof english> = english;
/** The texts of an event's pages in the current language, which load with them. */
export { current as eventPagesTexts };

followLaterTexts('eventPages', english, (texts) => {
  current = texts;
});
