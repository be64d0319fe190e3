import { IDS_PER_MS, UNDO_WITHIN_MS } from '../shared/limits';
import type { Build, PlannedDay } from '../shared/report/plan';
import type { HistoryRows } from './history-rows';
import type { ActiveDay, ReportRows } from './report-rows';
import type { Settled } from './settled';

/** A business day on which something was counted, and the newest revision of its report. */
export interface KnownDay extends PlannedDay {
  /** Also where it is not `stored` as it is now; 0 before it was closed. */
  revision: number;
}

/** A room's active days in order, as they are at one moment. Times are epoch ms. */
export class KnownDays {
  readonly all: readonly KnownDay[];
  /** Those that are to be built: each begins with how the one before has ended, so none after them is stored. */
  readonly missing: readonly KnownDay[];
  private readonly lastStored: ActiveDay['report'];

  /** @param to YYYY-MM-DD */
  constructor(
    private readonly rows: ReportRows,
    private readonly room: Settled,
    to: string,
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

  /** How the first of the missing days is begun, and all that is needed to build them. */
  build(history: HistoryRows): Build {
    const standing = this.lastStored === null ? this.rows.firstStanding : this.rows.closingOf(this.lastStored);
    return {
      standing,
      days: this.missing.map(({ day, startsAt, endsAt }) => ({ day, startsAt, endsAt })),
      now: this.room.now,
      // Nothing is received before it has occurred; what is undone was received in the hour before.
      after: Math.max(0, (standing.at - UNDO_WITHIN_MS) * IDS_PER_MS - 1),
      upTo: history.lastId,
      journal: history.journal(standing.at, Infinity),
    };
  }
}
