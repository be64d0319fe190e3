import { logError } from '../../observability/log';
import { DAY_MS, LEDGER_RETENTION_MS, TAP_AGE_MAX_MS } from '../../shared/limits';
import type { HistoryRows } from '../storage/ledger-reader';
import { type KnownDay, KnownDays } from './report-calendar';
import type { Ledger } from '../storage/ledger';
import { CLOSING_RETRY_MS, LEDGER_PAGE_ROWS } from '../limits';
import type { Settled } from './settled';

export interface RetentionDeps {
  ledger: Ledger;
  history: HistoryRows;
  /** See {@link Closing}. */
  settle: () => Settled | undefined;
  yieldTurn: () => Promise<void>;
  /** How long a day's report and everything that belongs to it is kept after the day's end; ms. */
  keptForMs: number;
}

type StoredDay = KnownDay & { stored: NonNullable<KnownDay['stored']> };

/**
 * Deletes what was kept for long enough: first the single taps of closed days, later the whole days. It deletes only
 * days whose reports are stored and up to date, and never what a day without a stored report needs.
 */
export class Retention {
  private retryAt = 0;

  constructor(private readonly deps: RetentionDeps) {}

  /** When {@link run} next has something to do; undefined while there is nothing to delete. Epoch ms. */
  get dueAt(): number | undefined {
    const room = this.deps.settle();
    if (room === undefined) return undefined;
    const { reports } = this.deps.ledger;
    const { history } = this.deps;
    const { ledgerFrom } = reports;
    if (history.hasLedgerBefore(ledgerFrom)) return Math.max(room.now, this.retryAt);
    const days = this.storedDays(room);
    const [oldest] = days;
    const withTaps = days.find(({ endsAt }) => endsAt > ledgerFrom);
    const journalAt = history.firstJournalAt ?? Infinity;
    const dueAt = Math.min(
      oldest === undefined ? Infinity : oldest.endsAt + this.keptForMs,
      withTaps === undefined ? Infinity : withTaps.stored.closedAt + LEDGER_RETENTION_MS,
      journalAt < reports.firstStanding.at ? journalAt + this.keptForMs : Infinity,
    );
    return dueAt === Infinity ? undefined : Math.max(dueAt, this.retryAt);
  }

  /** A failure is tried again later; never rejects. */
  async run(): Promise<void> {
    const room = this.deps.settle();
    if (room === undefined) return;
    try {
      this.expire(room);
      await this.compact(room);
    } catch (error) {
      this.retryAt = room.now + CLOSING_RETRY_MS;
      logError('room.retention', error, { eventId: room.event.eventId });
    }
  }

  private expire(room: Settled): void {
    const { ledger, history } = this.deps;
    const days = this.storedDays(room);
    const before = room.now - this.keptForMs;
    const last = days.findLast(({ endsAt }) => endsAt <= before);
    if (last !== undefined) {
      const { day, startsAt, endsAt, stored } = last;
      ledger.reports.setLedgerFrom(Math.max(ledger.reports.ledgerFrom, endsAt));
      ledger.reports.expire({ day, startsAt, endsAt, ...stored });
    }
    // The first day that is kept, or is still to come, begins with all changes since then, and it may be revised.
    history.deleteJournal(Math.min(before, ledger.reports.firstStanding.at));
  }

  private async compact(room: Settled): Promise<void> {
    const { ledger, history, yieldTurn } = this.deps;
    const days = this.storedDays(room);
    const firstKept = days.findIndex(({ stored }) => stored.closedAt + LEDGER_RETENTION_MS > room.now);
    const last = days[(firstKept === -1 ? days.length : firstKept) - 1];
    const { ledgerFrom } = ledger.reports;
    const until = Math.max(ledgerFrom, last?.endsAt ?? 0);
    if (until > ledgerFrom) ledger.reports.setLedgerFrom(until);
    if (!history.hasLedgerBefore(until)) return;
    // Late rows first: while others are left, this runs again.
    const isGone = () => this.deps.settle() === undefined;
    for (let after: number | null = 0; after !== null && !isGone(); await yieldTurn()) {
      after = history.deleteLateRows(until, until + TAP_AGE_MAX_MS, after, LEDGER_PAGE_ROWS);
    }
    while (!isGone() && history.deleteLedger(until, LEDGER_PAGE_ROWS)) await yieldTurn();
  }

  /** As long as a tap may arrive late, everything is kept. */
  private get keptForMs(): number {
    return Math.max(this.deps.keptForMs, TAP_AGE_MAX_MS + DAY_MS);
  }

  private storedDays(room: Settled): StoredDay[] {
    const { all } = new KnownDays(this.deps.ledger.reports, room);
    return all.filter((day): day is StoredDay => day.stored !== null);
  }
}
