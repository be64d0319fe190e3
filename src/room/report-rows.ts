import * as z from 'zod/mini';
import { DAY_MS, UNDO_WITHIN_MS } from '../shared/limits';
import { NOTHING_YET, type Standing, StandingSchema } from '../shared/report/figures';
import type { StoredReport } from '../shared/report/plan';
import { IDS_PER_MS } from './limits';
import type { MarkedDay } from './marked-days';
import type { Meta } from './meta';
import type { RoomSql } from './ports';
import type { LedgerRow } from './state';

/** A day on which something was counted, and the newest revision of its report; null before it was closed. */
export interface ActiveDay {
  day: string;
  countedAt: number;
  report: StoredReport | null;
}

/** Closed days from `from` on may differ from what is stored: something was counted later, for the first time at `since`. */
const OutdatedSchema = z.object({ from: z.int(), since: z.int() });
type Outdated = z.infer<typeof OutdatedSchema>;

const Int = z.int();
const StoredReportSchema: z.ZodMiniType<StoredReport> = z.object({
  day: z.string(),
  revision: Int,
  startsAt: Int,
  endsAt: Int,
  closedAt: Int,
});
const MaybeInt = z.nullable(Int);
const ActiveDayRowSchema = z.object({
  day: z.string(),
  countedAt: Int,
  revision: MaybeInt,
  startsAt: MaybeInt,
  endsAt: MaybeInt,
  closedAt: MaybeInt,
});

const COLUMNS = 'revision, starts_at AS startsAt, ends_at AS endsAt, closed_at AS closedAt';

/** Keys in meta. */
const OUTDATED = 'reports_outdated';
/** How everything stood at the end of the last day whose report is gone. */
const STANDING = 'standing';
const LEDGER_FROM = 'ledger_from';

/** The only SQL on a room's stored reports, and on what they lack. Times are epoch ms. */
export class ReportRows {
  /** End of the last day that is closed. */
  private readonly closedUntil: number;

  constructor(
    private readonly sql: RoomSql,
    private readonly meta: Meta,
  ) {
    const [row] = sql.exec('SELECT max(ends_at) AS at FROM reports');
    this.closedUntil = z.parse(z.object({ at: MaybeInt }), row).at ?? 0;
  }

  /** In order, up to that day; without those that are beyond the time of keeping. */
  activeDays(to: string): ActiveDay[] {
    return this.sql
      .exec(
        `SELECT days.day AS day, counted_at AS countedAt, ${COLUMNS} FROM days LEFT JOIN reports ON reports.day = days.day
           AND revision = (SELECT max(revision) FROM reports AS all_of WHERE all_of.day = days.day)
         WHERE days.day <= ? AND counted_at >= ? ORDER BY days.day`,
        to,
        this.firstStanding.at,
      )
      .map((row) => {
        const { day, countedAt, ...report } = z.parse(ActiveDayRowSchema, row);
        const stored = report.revision === null ? null : z.parse(StoredReportSchema, { day, ...report });
        return { day, countedAt, report: stored };
      });
  }

  /** Undefined while nothing was counted. */
  get newestDay(): string | undefined {
    const [row] = this.sql.exec('SELECT max(day) AS day FROM days');
    return z.parse(z.object({ day: z.nullable(z.string()) }), row).day ?? undefined;
  }

  /** Newest day and revision first. */
  all(): StoredReport[] {
    return this.sql
      .exec(`SELECT day, ${COLUMNS} FROM reports ORDER BY day DESC, revision DESC`)
      .map((row) => z.parse(StoredReportSchema, row));
  }

  /** JSON of DayFigures. */
  figuresOf(day: string, revision: number): string | undefined {
    const [row] = this.sql.exec('SELECT figures FROM reports WHERE day = ? AND revision = ?', day, revision);
    return row === undefined ? undefined : z.parse(z.object({ figures: z.string() }), row).figures;
  }

  closingOf({ day, revision }: StoredReport): Standing {
    const [row] = this.sql.exec('SELECT closing FROM reports WHERE day = ? AND revision = ?', day, revision);
    return z.parse(StandingSchema, JSON.parse(z.parse(z.object({ closing: z.string() }), row).closing));
  }

  /** What the first of the days begins with. */
  get firstStanding(): Standing {
    const stored = this.meta.get(STANDING);
    return stored === undefined ? NOTHING_YET : z.parse(StandingSchema, JSON.parse(stored));
  }

  /** Ledger rows of earlier times are gone; 0 while there are all. */
  get ledgerFrom(): number {
    return Number(this.meta.get(LEDGER_FROM) ?? 0);
  }

  get outdated(): Outdated | undefined {
    const stored = this.meta.get(OUTDATED);
    return stored === undefined ? undefined : z.parse(OutdatedSchema, JSON.parse(stored));
  }

  /**
   * From when on closed days differ by what is about to be counted; undefined where none does. An undo counts on the day
   * of its tap where nothing else was counted by then, and on the next one as soon as something is.
   */
  outdatedBy(rows: readonly LedgerRow[], newDays: Iterable<MarkedDay>): number | undefined {
    let from = this.closedUntil;
    for (const row of rows) from = Math.min(from, row.undoes === null ? row.occurredAt : reachOf(row.occurredAt));
    for (const { countedAt } of newDays) from = Math.min(from, reachOf(this.firstUndo(countedAt)));
    return from < this.closedUntil ? from : undefined;
  }

  /** To be called in the transaction that makes them so. */
  setOutdated(from: number, now: number): void {
    const before = this.outdated;
    if (before !== undefined && before.from <= from) return;
    this.meta.set(OUTDATED, JSON.stringify({ from, since: before?.since ?? now } satisfies Outdated));
  }

  /** Of those that may change hands with a day that begins at or before `countedAt`: when the first occurred. */
  private firstUndo(countedAt: number): number {
    if (this.closedUntil === 0) return Infinity;
    // No day is longer than two, nor any gap that an undo may fall into.
    const since = countedAt < this.closedUntil ? countedAt - 2 * DAY_MS : this.closedUntil;
    const [row] = this.sql.exec(
      'SELECT min(occurred_at) AS at FROM ledger WHERE id >= ? AND undoes IS NOT NULL AND occurred_at >= ?',
      since * IDS_PER_MS,
      since,
    );
    return z.parse(z.object({ at: MaybeInt }), row).at ?? Infinity;
  }
}

const reachOf = (undoneAt: number): number => undoneAt - UNDO_WITHIN_MS;
