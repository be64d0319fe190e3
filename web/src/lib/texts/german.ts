import type { LanguagePack } from '../texts';
import { accountTexts } from './de/account';
import { areaDialogsTexts } from './de/area-dialogs';
import { areasTexts } from './de/areas';
import { authTexts } from './de/auth';
import { commonTexts } from './de/common';
import { countingTexts } from './de/counting';
import { countingToolsTexts } from './de/counting-tools';
import { dashboardTexts } from './de/dashboard';
import { displayTexts } from './de/display';
import { devicesTexts } from './de/devices';
import { displayLinkTexts } from './de/display-link';
import { eventDialogsTexts } from './de/event-dialogs';
import { eventsTexts } from './de/events';
import { joinTexts } from './de/join';
import { overviewTexts } from './de/overview';
import { recoveryTexts } from './de/recovery';
import { scheduleTexts } from './de/schedule';
import { securityTexts } from './de/security';
import { statusTexts } from './de/status';
import { storedReportsTexts } from './de/stored-reports';
import { translateMessage } from './de/messages';
import { reportDownloadsTexts } from './de/report-downloads';
import { reportJournalTexts } from './de/report-journal';
import { reportPaperTexts } from './de/report-paper';
import { reportTablesTexts } from './de/report-tables';
import { reportsTexts } from './de/reports';
import { venueTexts } from './de/venue';

const base = { ...commonTexts, ...areasTexts };

export const german: LanguagePack = {
  locale: 'de-DE',
  texts: base,
  appTexts: { ...base, ...dashboardTexts, ...countingTexts, ...eventsTexts },
  lateTexts: {
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
  },
  reportTexts: {
    ...reportDownloadsTexts,
    ...reportJournalTexts,
    ...reportPaperTexts,
    ...reportTablesTexts,
    ...reportsTexts,
    ...storedReportsTexts,
  },
  guestTexts: { ...authTexts, ...recoveryTexts },
  settingsTexts: { ...accountTexts, ...securityTexts },
  translate: translateMessage,
};
