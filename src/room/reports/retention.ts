import type { RoomCore } from '../core/room-core';
import type { AlarmJob } from '../../durable-object/alarm-scheduler';
import type { LedgerFact } from '../../reports/facts';
import { DAY_MS } from '../../shared/durations';
import { TAP_AGE_MAX_MS } from '../../shared/protocol/limits';
import { IDS_PER_MS, LEDGER_RETENTION_MS } from '../../shared/reports/limits';
import type { LedgerReader } from '../storage/ledger-reader';
import { type ReportCalendarDay, ReportCalendar } from './report-calendar';
import { OVERDUE_DELAY_MS } from '../limits';
import { RETENTION_STEPS } from './limits';
import { LEDGER_PAGE_ROWS, REPORT_RETRY_MS } from '../storage/limits';
import type { FlushedState } from '../state/flushed-state';

export interface RetentionDeps {
  ledgerReader: LedgerReader;
  yieldTurn: () => Promise<void>;
  /** Stores the timelines of evacuations that do not change any more, before their taps are deleted; `now` is epoch ms. */
  finishTimelines: (now: number) => void;
  /** How long a day's report and all other data of the day are kept after the day's end; ms. */
  keptForMs: number;
}

type StoredDay = ReportCalendarDay & { stored: NonNullable<ReportCalendarDay['stored']> };

/**
 * Deletes data whose retention is over: first the ledger rows of days with a report, later the whole days. It deletes
 * only days whose reports are stored and up to date, and never data that a day without a stored report needs.
 */
export class Retention implements AlarmJob {
  readonly name = 'retention';
  readonly logAs = 'room.retention';
  readonly overdueDelayMs = OVERDUE_DELAY_MS;
  /** How far the ledger's rows after `until` (epoch ms) have been scanned for late taps. */
  private scanned: { until: number; after: number } | undefined;

  constructor(
    private readonly core: RoomCore,
    private readonly deps: RetentionDeps,
  ) {}

  dueAt(): number | undefined {
    const room = this.core.flushNow();
    return room && this.nextAt(room);
  }

  private nextAt(room: FlushedState): number | undefined {
    const { reports, ledger, evacuations } = this.core.store;
    const { ledgerReader } = this.deps;
    const { ledgerFrom } = reports;
    if (ledger.hasBefore(ledgerFrom)) return room.now;
    const days = this.storedDays(room);
    const [oldest] = days;
    const withTaps = days.find(({ endsAt }) => endsAt > ledgerFrom);
    const journalAt = ledgerReader.firstJournalAt ?? Infinity;
    const dueAt = Math.min(
      oldest === undefined ? Infinity : oldest.endsAt + this.keptForMs,
      withTaps === undefined ? Infinity : withTaps.stored.closedAt + LEDGER_RETENTION_MS,
      journalAt < reports.firstOpening.at ? journalAt + this.keptForMs : Infinity,
      (evacuations.firstEnd ?? Infinity) + this.keptForMs,
    );
    return dueAt === Infinity ? undefined : dueAt;
  }

  postpone(): number {
    return REPORT_RETRY_MS;
  }

  /** Deletes what is due. */
  async run(): Promise<void> {
    const room = this.core.flushNow();
    if (room === undefined) return;
    this.deps.finishTimelines(room.now);
    this.expire(room);
    await this.compact(room);
  }

  private expire(room: FlushedState): void {
    const { store } = this.core;
    const { ledgerReader } = this.deps;
    const days = this.storedDays(room);
    const before = room.now - this.keptForMs;
    const last = days.findLast(({ endsAt }) => endsAt <= before);
    if (last !== undefined) {
      const { day, startsAt, endsAt, stored } = last;
      store.reports.setLedgerFrom(Math.max(store.reports.ledgerFrom, endsAt));
      store.reports.expire({ day, startsAt, endsAt, ...stored });
    }
    // The first day that is kept, or that is still to come, needs all journal entries since its opening state, because
    // its report can still be revised.
    ledgerReader.deleteJournal(Math.min(before, store.reports.firstOpening.at));
    store.evacuations.expire(before);
  }

  private async compact(room: FlushedState): Promise<void> {
    const { store } = this.core;
    const { yieldTurn } = this.deps;
    const { ledger } = store;
    const days = this.storedDays(room);
    const firstKept = days.findIndex(({ stored }) => stored.closedAt + LEDGER_RETENTION_MS > room.now);
    const last = days[(firstKept === -1 ? days.length : firstKept) - 1];
    const { ledgerFrom } = store.reports;
    const until = Math.max(ledgerFrom, last?.endsAt ?? 0);
    if (until > ledgerFrom) store.reports.setLedgerFrom(until);
    if (!ledger.hasBefore(until)) return;
    // Late rows are deleted first: the job runs again as long as other rows are left. Late taps with an adjustment stay:
    // the first kept day needs them, because the reset or recount that covers them can be on it.
    const isLate = ({ occurredAt, adjusted }: LedgerFact) => occurredAt < until && adjusted === 0;
    const isErased = () => this.core.flushNow() === undefined;
    const upTo = (until + TAP_AGE_MAX_MS) * IDS_PER_MS - 1;
    if (this.scanned?.until !== until) this.scanned = { until, after: until * IDS_PER_MS - 1 };
    for (let step = 0; step < RETENTION_STEPS && !isErased(); step++, await yieldTurn()) {
      if (this.scanned.after < upTo) {
        this.scanned.after = ledger.deleteWhere(this.scanned.after, upTo, LEDGER_PAGE_ROWS, isLate) ?? upTo;
      } else if (!ledger.deleteBefore(until, LEDGER_PAGE_ROWS)) return;
    }
  }

  /** Everything is kept at least as long as a tap can be late. */
  private get keptForMs(): number {
    return Math.max(this.deps.keptForMs, TAP_AGE_MAX_MS + DAY_MS);
  }

  private storedDays(room: FlushedState): StoredDay[] {
    const { all } = new ReportCalendar(this.core.store.reports, room);
    return all.filter((day): day is StoredDay => day.stored !== null);
  }
}
