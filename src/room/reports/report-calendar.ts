import { ARRIVES_WITHIN_MS, IDS_PER_MS, UNDO_REACH_MS } from '../../shared/limits';
import type { Build, PlannedBuild, PlannedDay } from '../../reports/plan';
import type { LedgerReader } from '../storage/ledger-reader';
import { CLOCK_AHEAD_MAX_MS } from '../limits';
import type { DayWithReport, ReportRows } from './report-rows';
import type { FlushedState } from './settled';

/** An active business day, and the newest revision of its report. */
export interface ReportCalendarDay extends PlannedDay {
  /** The newest revision, even if it is outdated; 0 before the day was closed. */
  revision: number;
}

/** Later than any day. */
const LAST_DAY = '9999-12-31';

/** A room's active days in order, at one moment. Times are epoch ms. */
export class ReportCalendar {
  readonly all: readonly ReportCalendarDay[];
  /** The days to build. Each begins with how the one before ended, so no day after the first of them is stored. */
  readonly missing: readonly ReportCalendarDay[];
  private readonly lastStored: DayWithReport['report'];

  /** @param to YYYY-MM-DD; all days when it is left out */
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

  /** Like {@link planned}, with the journal entries. */
  build(history: LedgerReader, days?: readonly ReportCalendarDay[]): Build {
    const { steps, ...build } = this.planned(history, days);
    return { ...build, journal: history.steps(steps) };
  }

  /**
   * How the first missing day begins, and everything that is needed to build the missing days, or the first `days` of
   * them.
   */
  planned(history: LedgerReader, days: readonly ReportCalendarDay[] = this.missing): PlannedBuild {
    const { now } = this.room;
    const standing = this.lastStored === null ? this.rows.firstOpening : this.rows.openingAfter(this.lastStored);
    return {
      standing,
      days: days.map(({ day, startsAt, endsAt }) => ({ day, startsAt, endsAt })),
      now,
      // Nothing is received before it occurred; an undone tap was received up to twelve hours before its undo.
      after: Math.max(0, (standing.at - UNDO_REACH_MS) * IDS_PER_MS - 1),
      upTo: lastIdOf(days.at(-1)?.endsAt ?? 0, history.lastId, now),
      steps: history.journalSpan(standing.at),
    };
  }
}

/**
 * The last ledger id, up to `lastId`, that may concern days that end by `endsAt`. Ids never go back: while ids from a
 * wrong clock are ahead of `now`, they say nothing about time.
 */
function lastIdOf(endsAt: number, lastId: number, now: number): number {
  const isAhead = lastId > (now + CLOCK_AHEAD_MAX_MS) * IDS_PER_MS;
  return isAhead ? lastId : Math.min(lastId, (endsAt + ARRIVES_WITHIN_MS + 1) * IDS_PER_MS - 1);
}
