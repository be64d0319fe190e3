import { DayBuilder } from '../shared/report/build-days';
import { type DayFigures, DayFiguresSchema } from '../shared/report/figures';
import type { Build } from '../shared/report/plan';
import { logError } from '../lib/log';
import type { HistoryRows } from './history-rows';
import { type KnownDay, KnownDays } from './known-days';
import type { Ledger } from './ledger';
import { CLOSING_GRACE_MS, CLOSING_RETRY_MS, DAYS_PER_CLOSING, LEDGER_PAGE_ROWS, REVISE_AFTER_MS } from './limits';
import type { Settled } from './settled';

export interface ClosingDeps {
  ledger: Ledger;
  history: HistoryRows;
  /** Undefined in a room without an event, and in one whose event is gone: it is left as it is. */
  settle: () => Settled | undefined;
  /** Lets taps through. */
  yieldTurn: () => Promise<void>;
}

/** Later than any day. */
const LAST_DAY = '9999-12-31';

/** Makes the report of each day when it has ended, and another revision when taps of that day come later. */
export class Closing {
  private retryAt = 0;

  constructor(private readonly deps: ClosingDeps) {}

  /** When {@link run} has something to do; undefined while it has nothing. Epoch ms. */
  get dueAt(): number | undefined {
    const room = this.deps.settle();
    if (room === undefined) return undefined;
    const { reports } = this.deps.ledger;
    const { outdated } = reports;
    const open = new KnownDays(reports, room, LAST_DAY).missing.find(({ revision }) => revision === 0);
    const dueAt = Math.min(
      open === undefined ? Infinity : open.endsAt + CLOSING_GRACE_MS,
      outdated === undefined ? Infinity : outdated.since + REVISE_AFTER_MS,
    );
    return dueAt === Infinity ? undefined : Math.max(dueAt, this.retryAt);
  }

  /** Makes the reports that are due, a few at most. What fails is tried again later; never rejects. */
  async run(): Promise<void> {
    const room = this.deps.settle();
    if (room === undefined) return;
    try {
      if ((this.dueAt ?? Infinity) <= room.now) await this.close(room);
    } catch (error) {
      this.retryAt = room.now + CLOSING_RETRY_MS;
      logError('room.close', error, { eventId: room.event.eventId });
    }
  }

  private async close(room: Settled): Promise<void> {
    const { ledger, history } = this.deps;
    ledger.makeTablesFollow();
    const known = new KnownDays(ledger.reports, room, LAST_DAY);
    const ended = known.missing.filter(({ endsAt }) => endsAt + CLOSING_GRACE_MS <= room.now);
    const days = ended.slice(0, DAYS_PER_CLOSING);
    const until = days.at(-1)?.endsAt ?? Infinity;
    ledger.reports.beginClosing(until === Infinity ? 0 : until);
    const nextStartsAt = known.missing[days.length]?.startsAt ?? Infinity;
    const figures = days.length === 0 ? [] : await this.build({ ...known.build(history), days }, nextStartsAt);
    const after = this.deps.settle();
    if (figures === undefined || after === undefined) return;
    ledger.reports.store(this.revisionsOf(days, figures, after.now), until, after.now);
  }

  /** Undefined when the event has gone meanwhile. Rows of days that come after would only take memory. */
  private async build(build: Build, nextStartsAt: number): Promise<DayFigures[] | undefined> {
    const builder = new DayBuilder(build);
    for (let after: number | null = build.after; after !== null;) {
      const { rows, clients, next } = this.deps.history.page(after, build.upTo, LEDGER_PAGE_ROWS);
      builder.add({ rows: rows.filter((row) => row.undoes !== null || row.occurredAt < nextStartsAt), clients });
      after = next;
      await this.deps.yieldTurn();
      if (this.deps.settle() === undefined) return undefined;
    }
    return builder.finish();
  }

  /** Only of those that differ from what is stored. */
  private revisionsOf(days: readonly KnownDay[], all: readonly DayFigures[], closedAt: number) {
    return days.flatMap(({ day, startsAt, endsAt, revision }, index) => {
      const figures = all[index];
      if (figures?.day !== day) throw new Error(`No figures of ${day}`);
      const stored = this.deps.ledger.reports.figuresOf(day, revision);
      if (stored !== undefined && isSame(JSON.parse(stored), figures)) return [];
      return [{ report: { day, revision: revision + 1, startsAt, endsAt, closedAt }, figures }];
    });
  }
}

/** A device's new name alone makes no new revision; nor does the order in which fields were written. */
const countsOf = (figures: unknown): string =>
  JSON.stringify(DayFiguresSchema.safeParse(figures).data, (key, value: unknown) =>
    key === 'deviceName' ? undefined : value,
  );

const isSame = (stored: unknown, figures: DayFigures): boolean => countsOf(stored) === countsOf(figures);
