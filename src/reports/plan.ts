import type { BusinessDay } from '../shared/rules/business-day';
import type { Category } from '../shared/schemas/category';
import type { ClientFact, JournalFact, LedgerFact } from './facts';
import type { OpeningState } from './figures';
import type { JournalPart } from './journal-kinds';

/** One revision of a day's stored report. */
interface Closed {
  revision: number;
  /** When the report was stored, epoch ms. */
  closedAt: number;
}

/** An active business day within a report. */
export interface PlannedDay extends BusinessDay {
  /** The newest stored report of the day if it is up to date; null if the day must be built from the ledger. */
  stored: Closed | null;
}

/** The days whose figures are built from ledger and journal in one pass. Times are epoch ms. */
export interface Build {
  /** The state before the first of `days`: at the end of the active day before it, or EMPTY_OPENING. */
  opening: OpeningState;
  /**
   * In order, without overlap. Between the days, only undoes were counted. An undo counts on the day of the tap that it
   * takes back, at that day's end if the undo was made later, so that it does not count on a later day, too.
   */
  days: BusinessDay[];
  /** Later taps and journal entries are left out, and the figures end at this time. */
  now: number;
  /**
   * For figures that end in the past: journal entries after `now`, up to this time, decide which late taps a reset or
   * recount covers, and change nothing else. Without it, no entries after `now` are known.
   */
  knownUntil?: number;
  /**
   * The ledger rows to read have ids above `after`, up to `upTo`. They include everything received since `opening.at`
   * that can concern these days, and the twelve hours before, because an undo can reach back that far.
   */
  after: number;
  upTo: number;
  /** The journal entries since `opening.at` that change figures (journal-kinds.ts), in order. */
  journal: JournalFact[];
}

/** Journal entries with ids above `after`, up to `upTo`, and with times before `before` (epoch ms). */
export interface JournalSpan {
  after: number;
  upTo: number;
  before: number;
}

/** Which journal entries to read: the entries of one part (journal-kinds.ts) within the span. */
export interface JournalRead extends JournalSpan {
  part: JournalPart;
}

/** A {@link Build} without its journal entries, but with the span in which to read them. */
export interface PlannedBuild extends Omit<Build, 'journal'> {
  steps: JournalSpan;
}

/** A room's answer to a request for a report: which days are stored, and what must be read to build the others. */
export interface ReportPlan {
  eventName: string;
  /** The categories that the event has or had, in order; missing without any. */
  categories?: readonly Category[] | undefined;
  /**
   * The schedule that the admin has set, like `reportTime`. A changed schedule takes effect with the next business day.
   */
  timeZone: string;
  reportTime: string;
  /** The running business day by the schedule in force. This day and the days below are YYYY-MM-DD. */
  today: string;
  /** The first and the last day of the report. */
  from: string;
  to: string;
  /** The active days from `from` to `to`, in order. */
  days: PlannedDay[];
  /** The last active day before `from`, and the first one after `to`; missing if there is none. */
  earlierDay?: string | undefined;
  laterDay?: string | undefined;
  /**
   * How to build the days that are not stored, and the days before them that their opening state needs; null when all
   * days are stored.
   */
  build: PlannedBuild | null;
  /** The journal entries from `from` to `to`, also on days without a tap; null if these days are in the future. */
  journal: JournalSpan | null;
  /** Ledger rows before this time (epoch ms) are deleted; 0 while all rows are there. */
  ledgerFrom: number;
  now: number;
}

/** A room's answer to the question how many people were inside at a moment: what must be read to know it. */
export interface MomentPlan {
  /** Epoch ms, like `now`. */
  at: number;
  timeZone: string;
  /** The business day of the moment. */
  day: BusinessDay;
  /** The day's newest stored report; null if it is not active or its report is not up to date. */
  stored: { day: string; revision: number } | null;
  /** How to build figures that end at the moment. */
  build: PlannedBuild;
  /** Ledger rows before this time (epoch ms) are deleted; 0 while all rows are there. */
  ledgerFrom: number;
  now: number;
}

/** Which stored figures to read. */
export interface FiguresRead {
  days: readonly { day: string; revision: number }[];
  /** Whether the figures of whole days suffice. Those of some days then have a single slot. */
  isByDay: boolean;
}

/** A part of the ledger, with the devices behind its clients. */
export interface LedgerPage {
  rows: LedgerFact[];
  clients: ClientFact[];
  /** Pass this number as `after` to read the next part; null after the last part. */
  next: number | null;
}

/** A part of the journal, with its entries in order. */
export interface JournalPage {
  facts: JournalFact[];
  /** Pass this number as `after` to read the next part; null after the last part. */
  next: number | null;
}

/** Some of the days with stored reports: the newest ones, at most `limit`, before the day `before` (YYYY-MM-DD). */
export interface ReportDays {
  before: string;
  limit: number;
}

/** A sealed link of an event's chain, as stored (src/stored/tables.ts). */
export interface StoredSeal {
  seq: number;
  day: string;
  revision: number;
  body: string;
  signature: string | null;
  fingerprint: string;
}

/** Sealed links: the newest ones, at most `limit` (−1 for all), with numbers below `before`; of one day, if it is given. */
export interface SealsRead {
  before: number;
  limit: number;
  day?: string;
}

/** One revision of a stored daily report, as the list of reports shows it. */
export interface StoredReport extends BusinessDay, Closed {}
