import { followLanguage } from './texts';
import { categoriesReportTexts } from '../features/reports/categories/categories-report-texts';
import { ordersReportTexts } from '../features/reports/orders/orders-report-texts';
import { evacuationsReportTexts } from '../features/reports/evacuations/evacuations-report-texts';
import { reportDownloadsTexts } from '../features/reports/downloads/downloads-texts';
import { reportJournalTexts } from '../features/reports/journal/journal-texts';
import { reportPaperTexts } from '../features/reports/paper/paper-texts';
import { reportTablesTexts } from '../features/reports/tables/tables-texts';
import { reportsTexts } from '../features/reports/reports-texts';
import { storedReportsTexts } from '../features/reports/stored/stored-reports-texts';
import { sealsTexts } from '../features/reports/seals/seals-texts';
import type { Translation } from './translation';

/** The texts of reports, which load with a report (see `dialogTexts`). */
export const reportEnglish = {
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
} as const;

export type ReportTexts = Translation<typeof reportEnglish>;

let current: ReportTexts = reportEnglish;
/** The texts in the current language. Read them where they are shown, like `texts`. */
export { current as reportTexts };

followLanguage((pack) => {
  current = pack?.reportTexts ?? reportEnglish;
});
