import { DAY_MS, IDS_PER_MS } from '../../shared/limits';
import { EVIDENCE_FILES } from '../../shared/evidence/sealing';
import type { DayFigures } from '../figures';
import type { DayEvents } from './day-events';
import { evidenceReadme } from './readme';
import { dayReport } from './report-html';
import { deWords, enWords } from './report-words';

/**
 * What the files of a sealed day are made of besides its figures, its ledger and its journal. All of it is in the seal,
 * so that the same bytes can be made again later. Times are epoch ms.
 */
export interface SealedDay {
  eventId: string;
  eventName: string;
  timeZone: string;
  day: string;
  revision: number;
  startsAt: number;
  endsAt: number;
  closedAt: number;
}

/** A part of a table: the rows with ids above `after`, up to `upTo`. */
export interface IdSpan {
  after: number;
  upTo: number;
}

/** Returns the ledger rows among which the day's rows are. @param upTo the last id that is sealed */
export const ledgerSpanOf = ({ startsAt }: SealedDay, upTo: number): IdSpan => ({
  after: startsAt * IDS_PER_MS - 1,
  upTo,
});

/** Returns the journal entries among which the day's entries are. An id is never behind its entry's time. */
export const journalSpanOf = ({ startsAt, endsAt }: SealedDay, lastId: number): IdSpan => ({
  after: startsAt * IDS_PER_MS - 1,
  upTo: Math.min(lastId, (endsAt + DAY_MS) * IDS_PER_MS),
});

/**
 * The day's files that fit into memory, by name.
 * @param text the figures as stored
 * @param events what the day's journal says of orders, evacuations and drills; null for a seal of version 1
 */
export function* smallFiles(
  sealed: SealedDay,
  figures: DayFigures,
  text: string,
  events: DayEvents | null,
): Generator<[name: string, text: string], void> {
  yield [EVIDENCE_FILES.readme, evidenceReadme];
  yield [EVIDENCE_FILES.reportEn, dayReport(sealed, figures, enWords, events)];
  yield [EVIDENCE_FILES.reportDe, dayReport(sealed, figures, deWords, events)];
  yield [EVIDENCE_FILES.figures, text];
}
