import type { LanguagePack } from './texts';
import { accountTexts } from '../features/account/account-texts.de';
import { areaDialogsTexts } from '../features/counting/dialogs/area-dialogs-texts.de';
import { authTexts } from '../features/auth/auth-texts.de';
import { firstTexts } from './first-texts.de';
import { countingTexts } from '../features/counting/pads/counting-texts.de';
import { countingToolsTexts } from '../features/counting/pads/counting-tools-texts.de';
import { dashboardTexts } from '../features/dashboard/dashboard-texts.de';
import { displayTexts } from '../features/display/display-texts.de';
import { devicesTexts } from '../features/devices/devices-texts.de';
import { displayLinkTexts } from '../features/display/display-link-texts.de';
import { eventDialogsTexts } from '../features/events/event-dialogs-texts.de';
import { emergencyTexts } from '../features/display/emergency-texts.de';
import { evacuationTexts } from '../features/evacuation/evacuation-texts.de';
import { eventsTexts } from '../features/events/events-texts.de';
import { inspectionTexts } from '../features/inspection/inspection-texts.de';
import { joinTexts } from '../features/join/join-texts.de';
import { momentTexts } from '../ui/forms/moment-texts.de';
import { ordersTexts } from '../features/orders/orders-texts.de';
import { overviewTexts } from '../features/overview/overview-texts.de';
import { recoveryTexts } from '../features/auth/recovery-texts.de';
import { scheduleTexts } from '../features/events/settings/schedule-texts.de';
import { securityTexts } from '../features/account/security-texts.de';
import { statusTexts } from '../features/dashboard/notices/status-texts.de';
import { storedReportsTexts } from '../features/reports/stored/stored-reports-texts.de';
import { translateSaid } from './server-messages.de';
import { categoriesReportTexts } from '../features/reports/categories/categories-report-texts.de';
import { ordersReportTexts } from '../features/reports/orders/orders-report-texts.de';
import { evacuationsReportTexts } from '../features/reports/evacuations/evacuations-report-texts.de';
import { reportDownloadsTexts } from '../features/reports/downloads/downloads-texts.de';
import { reportJournalTexts } from '../features/reports/journal/journal-texts.de';
import { reportPaperTexts } from '../features/reports/paper/paper-texts.de';
import { reportTablesTexts } from '../features/reports/tables/tables-texts.de';
import { reportsTexts } from '../features/reports/reports-texts.de';
import { sealsTexts } from '../features/reports/seals/seals-texts.de';
import { categoriesTexts } from '../features/events/settings/categories-texts.de';
import { venueTexts } from '../features/events/settings/venue-texts.de';

export const pack: LanguagePack = {
  ...firstTexts,
  appTexts: { ...firstTexts.texts, ...dashboardTexts, ...countingTexts, ...eventsTexts },
  dialogTexts: {
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
  },
  inspectionTexts,
  momentTexts,
  reportTexts: {
    ...categoriesReportTexts,
    ...ordersReportTexts,
    ...evacuationsReportTexts,
    ...reportDownloadsTexts,
    ...reportJournalTexts,
    ...reportPaperTexts,
    ...reportTablesTexts,
    ...reportsTexts,
    ...storedReportsTexts,
    ...sealsTexts,
  },
  statusTexts,
  signInTexts: { ...authTexts, ...recoveryTexts },
  settingsTexts: { ...accountTexts, ...securityTexts },
  translate: translateSaid,
  later: {
    alertList: async () => (await import('../features/alerts/alert-list-texts.de')).alertListTexts,
    capacity: async () => (await import('../features/capacity/capacity-texts.de')).capacityTexts,
    commands: async () => (await import('../features/commands/command-texts.de')).commandTexts,
    eventPages: async () => (await import('../features/doors/event-pages-texts.de')).eventPagesTexts,
    keys: async () => (await import('../features/account/keys/key-texts.de')).keyTexts,
    audit: async () => (await import('../features/account/audit/audit-texts.de')).auditTexts,
    members: async () => (await import('../features/account/members/members-texts.de')).membersTexts,
    notifications: async () => (await import('../features/notifications/notification-texts.de')).notificationTexts,
    secondStep: async () => (await import('../features/auth/second-step/second-step-texts.de')).secondStepTexts,
    publicNumbers: async () => (await import('../features/public-numbers/public-numbers-texts.de')).publicNumbersTexts,
    settingPages: async () => (await import('../features/settings/setting-pages-texts.de')).settingPagesTexts,
    trouble: async () => (await import('../../../src/shared/machines/trouble-words.de')).troubleWords,
    verify: async () => (await import('../features/verify/verify-texts.de')).verifyTexts,
    wall: async () => (await import('../features/overview/wall/wall-texts.de')).wallTexts,
  },
};
