import { ARRIVES_WITHIN_MS, IDS_PER_MS, UNDO_REACH_MS } from '../../shared/limits';
import type { Build, PlannedBuild, PlannedDay } from '../../reports/plan';
import type { LedgerReader } from '../storage/ledger-reader';
import { CLOCK_AHEAD_MAX_MS } from '../limits';
import type { DayWithReport, ReportRows } from './report-rows';
import type { FlushedState } from './flushed-state';

/** An active business day with the newest revision of its report. */
export interface ReportCalendarDay extends PlannedDay {
  /** The newest revision of the report, even if it is outdated; 0 before the first report was stored. */
  revision: number;
}

/** A date that is later than any business day. */
const LAST_DAY = '9999-12-31';

/** A room's active days in order, with what is stored of their reports at one moment. Times are epoch ms. */
export class ReportCalendar {
  readonly all: readonly ReportCalendarDay[];
  /**
   * The days whose reports must be built. A day begins with the state at the end of the day before, so all days after
   * the first missing day are missing, too.
   */
  readonly missing: readonly ReportCalendarDay[];
  private readonly lastStored: DayWithReport['report'];

  /** @param to the last day, YYYY-MM-DD; without it, all days are included */
  constructor(
    private readonly rows: ReportRows,
    private readonly room: FlushedState,
    to = LAST_DAY,
  ) {
    const active = rows.activeDays(to);
    const outdatedFrom = rows.outdated?.from ?? Infinity;
    const firstMissing = active.findIndex(({ report }) => report === null || report.endsAt > outdatedFrom);
    const stored = firstMissing === -1 ? active.length : firstMissing;
    this.all = active.map(({ countedAt, report }, index) => {
      const { day, startsAt, endsAt } = report ?? room.days.businessDayOf(countedAt);
      const isStored = report !== null && index < stored;
      return {
        day,
        startsAt,
        endsAt,
        stored: isStored ? { revision: report.revision, closedAt: report.closedAt } : null,
        revision: report?.revision ?? 0,
      };
    });
    this.missing = this.all.slice(stored);
    this.lastStored = active[stored - 1]?.report ?? null;
  }

  /** Returns what {@link planned} returns, with the journal entries themselves. */
  build(history: LedgerReader, days?: readonly ReportCalendarDay[]): Build {
    const { steps, ...build } = this.planned(history, days);
    return { ...build, journal: history.steps(steps) };
  }

  /**
   * The opening state of the first missing day, and everything that is needed to build `days`: all missing days, or the
   * first few of them.
   */
  planned(history: LedgerReader, days: readonly ReportCalendarDay[] = this.missing): PlannedBuild {
    const { now } = this.room;
    const standing = this.lastStored === null ? this.rows.firstOpening : this.rows.openingAfter(this.lastStored);
    return {
      standing,
      days: days.map(({ day, startsAt, endsAt }) => ({ day, startsAt, endsAt })),
      now,
      // A tap is never received before it occurred. An undone tap was received up to twelve hours before its undo.
      after: Math.max(0, (standing.at - UNDO_REACH_MS) * IDS_PER_MS - 1),
      upTo: lastIdOf(days.at(-1)?.endsAt ?? 0, history.lastId, now),
      steps: history.journalSpan(standing.at),
    };
  }
}

/**
 * The highest ledger id, at most `lastId`, that can belong to a day that ends at `endsAt` or earlier. Ids never
 * decrease: after a clock that was ahead, ids are ahead of `now` and do not tell when a tap was received.
 */
function lastIdOf(endsAt: number, lastId: number, now: number): number {
  const isAhead = lastId > (now + CLOCK_AHEAD_MAX_MS) * IDS_PER_MS;
  return isAhead ? lastId : Math.min(lastId, (endsAt + ARRIVES_WITHIN_MS + 1) * IDS_PER_MS - 1);
}
