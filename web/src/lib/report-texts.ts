import { followLanguage } from './texts';
import { reportDownloadsTexts } from './texts/report-downloads';
import { reportJournalTexts } from './texts/report-journal';
import { reportPaperTexts } from './texts/report-paper';
import { reportTablesTexts } from './texts/report-tables';
import { reportsTexts } from './texts/reports';
import { storedReportsTexts } from './texts/stored-reports';
import type { Translation } from './texts/translation';

/** Like `lateTexts`, for what loads with a report. */
export const reportEnglish = {
  ...reportDownloadsTexts,
  ...reportJournalTexts,
  ...reportPaperTexts,
  ...reportTablesTexts,
  ...reportsTexts,
  ...storedReportsTexts,
} as const;

export type ReportTexts = Translation<typeof reportEnglish>;

let inForce: ReportTexts = reportEnglish;
/** The texts in the present language. Read them where they are shown, like `texts`. */
export { inForce as reportTexts };

followLanguage((pack) => {
  inForce = pack?.reportTexts ?? reportEnglish;
});
