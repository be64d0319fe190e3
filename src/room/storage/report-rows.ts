import * as z from 'zod/mini';
import { daySums } from '../../reports/days/day-sums';
import { type DayFigures, EMPTY_OPENING, type OpeningState, OpeningStateSchema } from '../../reports/figures';
import type { ReportDays, StoredReport } from '../../reports/plan';
import { reportBackoffMs, REPORT_ROW_MAX_BYTES } from './limits';
import type { Meta } from './meta';
import type { RoomSql } from '../ports';
import { insertInto, type Row, rowSchema, selectList, valuesOf } from '../../stored/columns';
import { REPORTS } from '../../stored/tables';

/** An active day, and the newest revision of its report; null before the first report was stored. */
export interface DayWithReport {
  day: string;
  countedAt: number;
  report: StoredReport | null;
}

/** Reports of days that end after `from` may be outdated. `since` is when a tap first made them outdated. Epoch ms. */
const OutdatedSchema = z.object({ from: z.int(), since: z.int() });
type Outdated = z.infer<typeof OutdatedSchema>;

/** A started attempt to build reports: how many attempts in a row gave no report, and when to try again (epoch ms). */
const AttemptSchema = z.object({ attempts: z.int(), retryAt: z.int() });
type Attempt = z.infer<typeof AttemptSchema>;

const { figures: _figures, closing: _closing, sums: _sums, ...STORED_REPORT } = REPORTS;
const StoredReportSchema: z.ZodMiniType<StoredReport> = rowSchema(STORED_REPORT);
const MaybeInt = z.nullable(z.int());
const MaybeDaySchema = z.object({ day: z.nullable(z.string()) });
const ActiveDayRowSchema = z.object({
  day: z.string(),
  countedAt: z.int(),
  revision: MaybeInt,
  startsAt: MaybeInt,
  endsAt: MaybeInt,
  closedAt: MaybeInt,
});

const COLUMNS = selectList(STORED_REPORT);
const { day: _day, ...WITHOUT_DAY } = STORED_REPORT;
const COLUMNS_WITHOUT_DAY = selectList(WITHOUT_DAY);
const INSERT = insertInto('reports', REPORTS);
const FIGURES = 'SELECT figures AS text FROM reports WHERE day = ? AND revision = ?';
const SUMS_OR_FIGURES = 'SELECT coalesce(sums, figures) AS text FROM reports WHERE day = ? AND revision = ?';
const LATEST = `SELECT json_extract(coalesce(sums, figures), '$.quality.latestMs') AS latestMs
   FROM reports WHERE day = ? AND revision = ?`;

/** Keys in the table `meta`. */
const OUTDATED = 'reports_outdated';
/** The state at the end of the last day whose report was deleted. */
const OPENING_STATE = 'opening_state';
const LEDGER_FROM = 'ledger_from';
const ATTEMPT = 'reports_attempt';

/** All SQL on a room's stored reports, and on which reports are outdated. Times are epoch ms. */
export class ReportRows {
  /** The end of the last day whose report is stored or being built. */
  private closedUntil: number;
  private isDisturbed = false;

  constructor(
    private readonly sql: RoomSql,
    private readonly meta: Meta,
  ) {
    const [row] = sql.exec('SELECT max(ends_at) AS at FROM reports');
    this.closedUntil = z.parse(z.object({ at: MaybeInt }), row).at ?? 0;
  }

  /** The active days in order, up to the day `to`, without days whose retention is over. */
  activeDays(to: string): DayWithReport[] {
    return this.sql
      .exec(
        `SELECT days.day AS day, counted_at AS countedAt, ${COLUMNS_WITHOUT_DAY} FROM days LEFT JOIN reports ON reports.day = days.day
           AND revision = (SELECT max(revision) FROM reports AS all_of WHERE all_of.day = days.day)
         WHERE days.day <= ? AND counted_at >= ? ORDER BY days.day`,
        to,
        this.firstOpening.at,
      )
      .map((row) => {
        const { day, countedAt, ...report } = z.parse(ActiveDayRowSchema, row);
        const stored = report.revision === null ? null : z.parse(StoredReportSchema, { day, ...report });
        return { day, countedAt, report: stored };
      });
  }

  /** The newest active day; undefined before the first tap. */
  get newestDay(): string | undefined {
    const [row] = this.sql.exec('SELECT max(day) AS day FROM days');
    return z.parse(MaybeDaySchema, row).day ?? undefined;
  }

  /** The first active day after this one, without days whose retention is over; undefined if there is none. */
  dayAfter(day: string): string | undefined {
    const [row] = this.sql.exec(
      'SELECT min(day) AS day FROM days WHERE day > ? AND counted_at >= ?',
      day,
      this.firstOpening.at,
    );
    return z.parse(MaybeDaySchema, row).day ?? undefined;
  }

  /** Stored reports, newest day and newest revision first. All revisions of a day are listed together. */
  list({ before, limit }: ReportDays): StoredReport[] {
    return this.sql
      .exec(
        `SELECT ${COLUMNS} FROM reports WHERE day < ? AND day >=
           (SELECT min(day) FROM (SELECT DISTINCT day FROM reports WHERE day < ? ORDER BY day DESC LIMIT ?))
         ORDER BY day DESC, revision DESC`,
        before,
        before,
        limit,
      )
      .map((row) => z.parse(StoredReportSchema, row));
  }

  /** One revision of a day's report; undefined if it is not stored. */
  find(day: string, revision: number): StoredReport | undefined {
    const [row] = this.sql.exec(`SELECT ${COLUMNS} FROM reports WHERE day = ? AND revision = ?`, day, revision);
    return row === undefined ? undefined : z.parse(StoredReportSchema, row);
  }

  /** The stored figures as JSON of DayFigures; undefined if there is no such revision. */
  figuresOf(day: string, revision: number): string | undefined {
    return this.textOf(FIGURES, day, revision);
  }

  /** Returns {@link figuresOf} with one slot a day where that is stored, otherwise with all slots. */
  sumsOf(day: string, revision: number): string | undefined {
    return this.textOf(SUMS_OR_FIGURES, day, revision);
  }

  private textOf(query: string, day: string, revision: number): string | undefined {
    const [row] = this.sql.exec(query, day, revision);
    return row === undefined ? undefined : z.parse(z.object({ text: z.string() }), row).text;
  }

  /** How late the latest of the day's taps arrived, in ms. The whole figures are not read into memory. */
  latestMsOf(day: string, revision: number): number {
    const [row] = this.sql.exec(LATEST, day, revision);
    return z.parse(z.object({ latestMs: z.int() }), row).latestMs;
  }

  openingAfter({ day, revision }: Pick<StoredReport, 'day' | 'revision'>): OpeningState {
    const [row] = this.sql.exec('SELECT closing FROM reports WHERE day = ? AND revision = ?', day, revision);
    return z.parse(OpeningStateSchema, JSON.parse(z.parse(z.object({ closing: z.string() }), row).closing));
  }

  /** The opening state of the first active day that is not deleted. */
  get firstOpening(): OpeningState {
    const stored = this.meta.get(OPENING_STATE);
    return stored === undefined ? EMPTY_OPENING : z.parse(OpeningStateSchema, JSON.parse(stored));
  }

  /** Ledger rows before this time are deleted; 0 while all rows are there. */
  get ledgerFrom(): number {
    return Number(this.meta.get(LEDGER_FROM) ?? 0);
  }

  get outdated(): Outdated | undefined {
    const stored = this.meta.get(OUTDATED);
    return stored === undefined ? undefined : z.parse(OutdatedSchema, JSON.parse(stored));
  }

  /**
   * Whether a tap that occurred at this time outdates reports that are not marked as outdated yet. Then {@link
   * setOutdated} must be called in the transaction that counts the tap.
   */
  isOutdatedBy(occurredAt: number): boolean {
    if (occurredAt >= this.closedUntil) return false;
    this.isDisturbed = true;
    return occurredAt < (this.outdated?.from ?? Infinity);
  }

  setOutdated(from: number, now: number): void {
    this.meta.set(OUTDATED, JSON.stringify({ from, since: this.outdated?.since ?? now } satisfies Outdated));
  }

  /** An attempt that has not ended: it is still running, has failed, or was killed with the room. */
  get attempt(): Attempt | undefined {
    const stored = this.meta.get(ATTEMPT);
    return stored === undefined ? undefined : z.parse(AttemptSchema, JSON.parse(stored));
  }

  /** Stores that an attempt to build reports begins, and when to try again if the attempt never ends. */
  beginAttempt(now: number): void {
    this.setAttempt((this.attempt?.attempts ?? 0) + 1, now);
  }

  /** Called when the attempt has produced a report. */
  noteProgress(now: number): void {
    this.setAttempt(1, now);
  }

  endAttempt(): void {
    this.meta.delete(ATTEMPT);
  }

  private setAttempt(attempts: number, now: number): void {
    this.meta.set(ATTEMPT, JSON.stringify({ attempts, retryAt: now + reportBackoffMs(attempts) } satisfies Attempt));
  }

  /**
   * Called before the days up to `until` are built. From now on, a tap that counts on them makes their reports outdated
   * again.
   */
  beginClosing(until: number): void {
    this.closedUntil = Math.max(this.closedUntil, until);
    this.isDisturbed = false;
  }

  /**
   * Called after the days up to `until` were built. Their reports are up to date, unless a tap was counted on one of
   * the days since {@link beginClosing}.
   */
  endClosing(until: number, now: number): void {
    const { outdated, isDisturbed } = this;
    if (outdated === undefined) return;
    if (isDisturbed) this.meta.set(OUTDATED, JSON.stringify({ ...outdated, since: now } satisfies Outdated));
    else if (until < this.closedUntil) {
      this.meta.set(OUTDATED, JSON.stringify({ ...outdated, from: until } satisfies Outdated));
    } else this.meta.delete(OUTDATED);
  }

  /**
   * Stores a day's figures, and its sums if there is room for them, and makes other changes in the same transaction.
   * Returns false and stores nothing if the figures do not fit into a row.
   */
  put(report: StoredReport, figures: DayFigures, alsoChange: () => void = () => {}): boolean {
    const row = { ...report, figures: JSON.stringify(figures), closing: JSON.stringify(figures.closing) };
    return (
      this.insert({ ...row, sums: JSON.stringify(daySums(figures)) }, alsoChange) ||
      this.insert({ ...row, sums: null }, alsoChange)
    );
  }

  private insert(row: Row<typeof REPORTS>, alsoChange: () => void): boolean {
    const text = row.figures + row.closing + (row.sums ?? '');
    if (new TextEncoder().encode(text).byteLength > REPORT_ROW_MAX_BYTES) return false;
    try {
      this.sql.transaction(() => {
        this.sql.exec(INSERT, ...valuesOf(REPORTS, row));
        alsoChange();
      });
      return true;
    } catch (error) {
      if (String(error).includes('SQLITE_TOOBIG')) return false;
      throw error;
    }
  }

  /**
   * Deletes all reports up to the day `last`, and those of these days that D1 has. The state at the end of `last`
   * becomes the opening state of the next day.
   */
  expire(last: StoredReport): void {
    const opening = this.openingAfter(last);
    this.sql.transaction(() => {
      this.meta.set(OPENING_STATE, JSON.stringify(opening));
      this.sql.exec('DELETE FROM reports WHERE day <= ?', last.day);
      this.sql.exec('DELETE FROM days WHERE day <= ? AND due_at IS NULL', last.day);
    });
  }

  /** Called before ledger rows from before `at` are deleted. */
  setLedgerFrom(at: number): void {
    this.meta.set(LEDGER_FROM, String(at));
  }
}
