import { DAY_MS } from '../../shared/durations';
import { IDS_PER_MS } from '../../shared/reports/limits';
import type { SealContents } from '../../shared/sealed/schemas';

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
  contents: SealContents;
}

/** From when to when the day lasts. */
export type DaySpan = Pick<SealedDay, 'startsAt' | 'endsAt'>;

/** A part of a table: the rows with ids above `after`, up to `upTo`. */
export interface IdSpan {
  after: number;
  upTo: number;
}

/** Returns the ledger rows among which the day's rows are. @param upTo the last id that is sealed */
export const ledgerSpanOf = ({ startsAt }: DaySpan, upTo: number): IdSpan => ({
  after: startsAt * IDS_PER_MS - 1,
  upTo,
});

/** Returns the journal entries among which the day's entries are. An id is never behind its entry's time. */
export const journalSpanOf = ({ startsAt, endsAt }: DaySpan, lastId: number): IdSpan => ({
  after: startsAt * IDS_PER_MS - 1,
  upTo: Math.min(lastId, (endsAt + DAY_MS) * IDS_PER_MS),
});
