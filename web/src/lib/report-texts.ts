import { followLanguage } from './texts';
import { reportDownloadsTexts } from './texts/report-downloads';
import { reportJournalTexts } from './texts/report-journal';
import { reportPaperTexts } from './texts/report-paper';
import { reportTablesTexts } from './texts/report-tables';
import { reportsTexts } from './texts/reports';
import { storedReportsTexts } from './texts/stored-reports';
import type { Translation } from './texts/translation';

/** As `lateTexts`, of what is loaded with a report only. */
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
/** In the language in force. Read them where they are shown, as `texts`. */
export { inForce as reportTexts };

followLanguage((pack) => {
  inForce = pack?.reportTexts ?? reportEnglish;
});
