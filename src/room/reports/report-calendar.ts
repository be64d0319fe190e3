import { ARRIVES_WITHIN_MS, UNDO_REACH_MS, UNDO_WITHIN_MS } from '../../shared/protocol/limits';
import { IDS_PER_MS } from '../../shared/reports/limits';
import type { BusinessDay } from '../../shared/rules/business-day';
import type { OpeningState } from '../../reports/figures';
import type { Build, MomentPlan, PlannedBuild, PlannedDay } from '../../reports/plan';
import type { LedgerReader } from '../storage/ledger-reader';
import { CLOCK_AHEAD_MAX_MS } from '../limits';
import type { ReportRows } from '../storage/report-rows';
import type { FlushedState } from '../state/flushed-state';

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
    const opening = this.openingOf(this.all.length - this.missing.length);
    return this.buildOf(history, opening, days, (days.at(-1)?.endsAt ?? 0) + ARRIVES_WITHIN_MS);
  }

  /**
   * What is needed to know how many people were inside at a moment of the last of these days, or after it: figures that
   * end at the moment. They begin with the last stored state before it.
   */
  plannedMoment(history: LedgerReader, at: number): Pick<MomentPlan, 'day' | 'stored' | 'build'> {
    const index = this.all.findIndex(({ startsAt, endsAt }) => startsAt <= at && at < endsAt);
    const known = this.all[index];
    const opened = known?.stored ? index : this.all.length - this.missing.length;
    const { day, startsAt, endsAt } = known ?? this.room.days.businessDayOf(at);
    const days = known === undefined ? [...this.all.slice(opened), { day, startsAt, endsAt }] : this.all.slice(opened);
    const build = this.buildOf(history, this.openingOf(opened), days, this.receivedBy(at));
    return {
      day: { day, startsAt, endsAt },
      stored: known?.stored ? { day, revision: known.stored.revision } : null,
      build: { ...build, now: at, knownUntil: build.now },
    };
  }

  /**
   * When the last tap that changes the occupancy at a moment was received at the latest. If all days from which taps
   * can arrive are stored, their reports say how late taps were. So a question about last week reads no whole week.
   */
  private receivedBy(at: number): number {
    const near = this.all.filter(({ endsAt }) => endsAt > at - ARRIVES_WITHIN_MS);
    const latest = near.map(({ day, stored }) =>
      stored === null ? Infinity : this.rows.latestMsOf(day, stored.revision),
    );
    // An undo of a tap of the day before can be made after the moment, and counts before it.
    return at + Math.min(UNDO_WITHIN_MS + Math.max(0, ...latest), ARRIVES_WITHIN_MS);
  }

  /** The opening state of the day with this index. The day before it must be stored. */
  private openingOf(index: number): OpeningState {
    const before = this.all[index - 1];
    if (!before?.stored) return this.rows.firstOpening;
    return this.rows.openingAfter({ day: before.day, revision: before.stored.revision });
  }

  /** @param receivedBy when the last tap that concerns the days was received at the latest */
  private buildOf(
    history: LedgerReader,
    opening: OpeningState,
    days: readonly BusinessDay[],
    receivedBy: number,
  ): PlannedBuild {
    const { now } = this.room;
    return {
      opening,
      days: days.map(({ day, startsAt, endsAt }) => ({ day, startsAt, endsAt })),
      now,
      // A tap is never received before it occurred. An undone tap was received up to twelve hours before its undo.
      after: Math.max(0, (opening.at - UNDO_REACH_MS) * IDS_PER_MS - 1),
      upTo: lastIdOf(receivedBy, history.lastId, now),
      steps: history.journalSpan(opening.at),
    };
  }
}

/**
 * The highest ledger id, at most `lastId`, of a tap that was received at `receivedBy` or earlier. Ids never decrease:
 * after a clock that was ahead, ids are ahead of `now` and do not tell when a tap was received.
 */
function lastIdOf(receivedBy: number, lastId: number, now: number): number {
  const isAhead = lastId > (now + CLOCK_AHEAD_MAX_MS) * IDS_PER_MS;
  return isAhead ? lastId : Math.min(lastId, (receivedBy + 1) * IDS_PER_MS - 1);
}
