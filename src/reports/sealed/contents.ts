import type { SealContents } from '../../shared/sealed/schemas';
import { EVIDENCE_FILES } from '../../shared/sealed/sealing';
import type { DayEvents } from './day-events';
import { JOURNAL_COLUMNS } from './journal-file';
import { LEDGER_COLUMNS } from './ledger-file';
import { REPORT_LANGUAGES } from './report-languages';
import { reportColumns } from './report-parts';

/**
 * Returns what a day's files are made of when it is sealed by this release.
 * @param events the whole journal of the day
 */
export const newContents = ({ actors, kinds }: DayEvents): SealContents => ({
  languages: [...REPORT_LANGUAGES],
  tables: {
    [EVIDENCE_FILES.ledger]: Object.keys(LEDGER_COLUMNS),
    [EVIDENCE_FILES.journal]: Object.keys(JOURNAL_COLUMNS),
    ...reportColumns(),
  },
  actors: Object.fromEntries([...actors].toSorted().map((actor) => [actor, actor])),
  kinds: [...kinds].toSorted(),
});
