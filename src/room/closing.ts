import { DayBuilder } from '../shared/report/build-days';
import { type DayFigures, DayFiguresSchema } from '../shared/report/figures';
import type { Build } from '../shared/report/plan';
import { logError } from '../lib/log';
import { DayRows } from './day-rows';
import type { HistoryRows } from './history-rows';
import { type KnownDay, KnownDays, lastIdOf } from './known-days';
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
  /** That are kept in memory, but for those of a single day. */
  rowsPerGo: number;
}

/** Taps that came meanwhile have their turn. */
export const yieldTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

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
    const open = new KnownDays(reports, room).missing.find(({ revision }) => revision === 0);
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
    const known = new KnownDays(ledger.reports, room);
    const ended = known.missing.filter(({ endsAt }) => endsAt + CLOSING_GRACE_MS <= room.now);
    const days = ended.slice(0, DAYS_PER_CLOSING);
    ledger.reports.beginClosing(days.at(-1)?.endsAt ?? 0);
    const until = days.length === 0 ? Infinity : await this.closeAll(days, known.build(history, days));
    const after = this.deps.settle();
    if (until !== undefined && after !== undefined) ledger.reports.endClosing(until, after.now);
  }

  /** Answers when the last day ends that is as it should be now; undefined when the event has gone meanwhile. */
  private async closeAll(days: readonly KnownDay[], build: Build): Promise<number | undefined> {
    const { history, rowsPerGo } = this.deps;
    const builder = new DayBuilder(build);
    const needed = new DayRows(days, rowsPerGo);
    for (let after: number | null = build.after; after !== null;) {
      const upTo = lastIdOf(needed.endsAt, build.upTo, build.now);
      const { rows, clients, next } = history.page(after, upTo, LEDGER_PAGE_ROWS);
      builder.add({ rows: needed.choose(rows), clients });
      after = next;
      if ((await this.nextTurn()) === undefined) return undefined;
    }
    const figures = builder.days();
    for (const day of days.slice(0, needed.days)) {
      const room = await this.nextTurn();
      if (room === undefined) return undefined;
      this.store(day, figures.next().value, room.now);
    }
    return needed.endsAt;
  }

  /** Lets taps through. Undefined when the event has gone meanwhile. */
  private async nextTurn(): Promise<Settled | undefined> {
    await this.deps.yieldTurn();
    return this.deps.settle();
  }

  /** Only where it differs from what is stored. */
  private store(
    { day, startsAt, endsAt, revision }: KnownDay,
    figures: DayFigures | undefined,
    closedAt: number,
  ): void {
    if (figures?.day !== day) throw new Error(`No figures of ${day}`);
    const { reports } = this.deps.ledger;
    const stored = reports.figuresOf(day, revision);
    if (stored !== undefined && isSame(JSON.parse(stored), figures)) return;
    reports.put({ day, revision: revision + 1, startsAt, endsAt, closedAt }, figures);
  }
}

/** A device's new name alone makes no new revision; nor does the order in which fields were written. */
const countsOf = (figures: unknown): string =>
  JSON.stringify(DayFiguresSchema.safeParse(figures).data, (key, value: unknown) =>
    key === 'deviceName' ? undefined : value,
  );

const isSame = (stored: unknown, figures: DayFigures): boolean => countsOf(stored) === countsOf(figures);
