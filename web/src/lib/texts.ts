import { accountTexts } from './texts/account';
import { areasTexts } from './texts/areas';
import { authTexts } from './texts/auth';
import { commonTexts } from './texts/common';
import { dashboardTexts } from './texts/dashboard';
import { eventsTexts } from './texts/events';

/**
 * Every text that a person reads in the app, in one typed catalogue, so that languages can follow. The texts that spec.md
 * quotes stand here to the letter.
 */
export const texts = {
  ...commonTexts,
  ...authTexts,
  ...dashboardTexts,
  ...eventsTexts,
  ...areasTexts,
  ...accountTexts,
} as const;
