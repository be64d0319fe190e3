import type { LanguagePack } from '../texts';
import { accountTexts } from './de/account';
import { areasTexts } from './de/areas';
import { authTexts } from './de/auth';
import { commonTexts } from './de/common';
import { dashboardTexts } from './de/dashboard';
import { displayTexts } from './de/display';
import { eventsTexts } from './de/events';
import { translateMessage } from './de/messages';

export const german: LanguagePack = {
  locale: 'de-DE',
  texts: {
    ...commonTexts,
    ...authTexts,
    ...dashboardTexts,
    ...eventsTexts,
    ...areasTexts,
  },
  lateTexts: {
    ...accountTexts,
    ...displayTexts,
  },
  translate: translateMessage,
};
