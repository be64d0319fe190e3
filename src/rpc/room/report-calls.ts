import type { InspectionNote } from '../../reports/journal-kinds';
import type {
  FiguresRead,
  JournalPage,
  JournalRead,
  LedgerPage,
  MomentPlan,
  ReportDays,
  ReportPlan,
  SealsRead,
  StoredReport,
  StoredSeal,
} from '../../reports/plan';
import type { LiveNumbers } from '../../shared/inspections/schemas';
import type { Actor, RoomCallContext } from '../identity';
import type { Result } from '../result';

/** The calls that reports, sealed days and inspectors read from. */
export interface ReportCalls {
  /**
   * Returns what a report is made of. Days are YYYY-MM-DD, the last one included; a null range means the newest active
   * day. The ledger rows that the plan refers to no longer change. Refuses more than REPORT_DAYS_MAX days
   * (invalid_input).
   */
  planReport(context: RoomCallContext, range: { from: string; to: string } | null): Promise<Result<ReportPlan>>;
  /**
   * Returns what must be read to know how many people were inside at a moment: ISO 8601, or a local time of the event's
   * time zone (src/shared/rules/report-query.ts). Refuses other texts, moments to come, and moments whose figures are deleted
   * (invalid_input).
   */
  planMoment(context: RoomCallContext, given: string): Promise<Result<MomentPlan>>;
  /**
   * Returns the DayFigures of the first of these stored days as JSON: as many as one answer has room for, at least one.
   * Refuses with not_found if one of them has no such revision.
   */
  readFigures(context: RoomCallContext, read: FiguresRead): Promise<Result<string[]>>;
  /** Returns a part of the ledger rows with an id above `after`, up to `upTo`, so that counting never waits. */
  readLedger(context: RoomCallContext, after: number, upTo: number): Promise<Result<LedgerPage>>;
  /** Returns a part of the journal entries of some kinds within a plan's span, as {@link readLedger} does. */
  readJournal(context: RoomCallContext, read: JournalRead): Promise<Result<JournalPage>>;
  /** Returns the stored daily reports: newest day first, and newest revision of a day first. */
  listReports(context: RoomCallContext, part: ReportDays): Promise<Result<StoredReport[]>>;
  /** Returns sealed links of the event's chain of seals, newest first. */
  readSeals(context: RoomCallContext, read: SealsRead): Promise<Result<StoredSeal[]>>;
  /** Writes into the journal what happened to an inspector's link. */
  noteInspection(context: RoomCallContext, note: InspectionNote, actor: Actor): Promise<Result<null>>;
  /** Returns the live numbers for inspectors. */
  readInspection(context: RoomCallContext): Promise<Result<LiveNumbers>>;
}
