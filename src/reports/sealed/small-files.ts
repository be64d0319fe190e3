import { EVIDENCE_FILES, reportFile } from '../../shared/sealed/sealing';
import type { DayFigures } from '../figures';
import type { DayEvents } from './day-events';
import { evidenceReadme } from './readme';
import { dayReport } from './report-html';
import { wordsOf } from './report-languages';
import type { SealedDay } from './sealed-day';

/**
 * The day's files that fit into memory, by name.
 * @param text the figures as stored
 * @param events the day's journal
 */
export function* smallFiles(
  sealed: SealedDay,
  figures: DayFigures,
  text: string,
  events: DayEvents,
): Generator<[name: string, text: string], void> {
  yield [EVIDENCE_FILES.readme, evidenceReadme(sealed.contents.languages)];
  for (const language of sealed.contents.languages) {
    yield [reportFile(language), dayReport(sealed, figures, wordsOf(language), events)];
  }
  yield [EVIDENCE_FILES.figures, text];
}
