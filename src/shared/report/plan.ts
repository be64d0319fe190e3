import type { BusinessDay } from '../rules/business-day';
import type { ClientFact, JournalFact, LedgerFact } from './facts';
import type { Standing } from './figures';
import type { JournalPart } from './journal-kinds';

/** A revision of a closed day. */
interface Closed {
  revision: number;
  /** Epoch ms. */
  closedAt: number;
}

/** A business day on which something was counted. */
export interface PlannedDay extends BusinessDay {
  /** Its newest stored figures, where nothing came after them; null: they are to be built from the ledger. */
  stored: Closed | null;
}

/** Days whose figures are to be built from ledger and journal, in one pass. Times are epoch ms. */
export interface Build {
  /** How everything stood before the first of `days`: at the end of the active day before it, or NOTHING_YET. */
  standing: Standing;
  /**
   * In order, without overlap; nothing but undoes was counted between them. An undo counts on the day of the tap that it
   * takes back, at its end where it was made later: so no day that begins later on can claim it, too.
   */
  days: BusinessDay[];
  /** Facts of later times are left out, and figures reach no further. */
  now: number;
  /**
   * The ledger rows to read: ids above `after`, up to `upTo`. Among them is all that was received from `standing.at` on, as
   * long as it may be about these days, and in the twelve hours before, since that is how far back an undo reaches.
   */
  after: number;
  upTo: number;
  /** What the journal says since `standing.at` that changes figures (journal-kinds.ts), in order. */
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

/** A {@link Build} but for its journal: of that, where its steps are to be read. */
export interface PlannedBuild extends Omit<Build, 'journal'> {
  steps: JournalSpan;
}

/** A room's answer to what a report over some days is made of. */
export interface ReportPlan {
  eventName: string;
  /** As set: a changed clock holds from the next business day on. */
  timeZone: string;
  reportTime: string;
  /** The business day that is running, by the clock in force; YYYY-MM-DD as below. */
  today: string;
  /** Both included. */
  from: string;
  to: string;
  /** The active days of the range, in order. */
  days: PlannedDay[];
  /** For the days that are not stored, and those before them that their openings need; null where all are stored. */
  build: PlannedBuild | null;
  /** What was changed in the range, also on days without a tap; null for days that are yet to come. */
  journal: JournalSpan | null;
  /** Ledger rows of earlier times are gone; 0 while there are all. */
  ledgerFrom: number;
  now: number;
}

/** A part of the ledger, and who sent what is in it. */
export interface LedgerPage {
  rows: LedgerFact[];
  clients: ClientFact[];
  /** Where the next part begins: to be passed as `after`; null after the last. */
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
