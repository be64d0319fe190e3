import type { BusinessDay } from '../shared/rules/business-day';
import type { ClientFact, JournalFact, LedgerFact } from './facts';
import type { OpeningState } from './figures';
import type { JournalPart } from './journal-kinds';

/** A revision of a closed day. */
interface Closed {
  revision: number;
  /** Epoch ms. */
  closedAt: number;
}

/** An active business day. */
export interface PlannedDay extends BusinessDay {
  /** Its newest stored figures if they are up to date; null when it must be built from the ledger. */
  stored: Closed | null;
}

/** Days whose figures are built from ledger and journal in one pass. Times are epoch ms. */
export interface Build {
  /** The state before the first of `days`: at the end of the active day before it, or NOTHING_YET. */
  standing: OpeningState;
  /**
   * In order, without overlap; between them nothing but undoes was counted. An undo counts on the day of the tap that
   * it takes back, at the day's end if it was made later, so that no later day can claim it, too.
   */
  days: BusinessDay[];
  /** Later facts are left out, and figures end here. */
  now: number;
  /**
   * The ledger rows to read: ids above `after`, up to `upTo`. They include everything that was received since
   * `standing.at` and may concern these days, and the twelve hours before, because an undo can reach back that far.
   */
  after: number;
  upTo: number;
  /** The journal entries since `standing.at` that change figures (journal-kinds.ts), in order. */
  journal: JournalFact[];
}

/** Journal entries with ids above `after`, up to `upTo`, of times before `before` (epoch ms). */
export interface JournalSpan {
  after: number;
  upTo: number;
  before: number;
}

/** What to read of the journal: the entries of one part of its kinds. */
export interface JournalRead extends JournalSpan {
  part: JournalPart;
}

/** A {@link Build} without its journal entries, and where to read them. */
export interface PlannedBuild extends Omit<Build, 'journal'> {
  steps: JournalSpan;
}

/** A room's answer to what a report over some days is made of. */
export interface ReportPlan {
  eventName: string;
  /** As set: a changed schedule takes effect with the next business day. */
  timeZone: string;
  reportTime: string;
  /** The running business day by the schedule in force; YYYY-MM-DD, here and below. */
  today: string;
  /** Both included. */
  from: string;
  to: string;
  /** The active days of the range, in order. */
  days: PlannedDay[];
  /**
   * Covers the days that are not stored, and the days before them that their opening state needs; null when all are
   * stored.
   */
  build: PlannedBuild | null;
  /** The journal of the range, also of days without a tap; null for future days. */
  journal: JournalSpan | null;
  /** Ledger rows of earlier times are deleted; 0 while all rows are there. */
  ledgerFrom: number;
  now: number;
}

/** A part of the ledger, and which devices its clients are. */
export interface LedgerPage {
  rows: LedgerFact[];
  clients: ClientFact[];
  /** Where the next part begins: pass it as `after`; null after the last part. */
  next: number | null;
}

/** A part of the journal, in order. */
export interface JournalPage {
  facts: JournalFact[];
  /** As in {@link LedgerPage}. */
  next: number | null;
}

/** A revision of a stored daily report, as a list shows it. */
export interface StoredReport extends BusinessDay, Closed {}
