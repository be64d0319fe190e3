import type { RoomCore } from '../core/room-core';
import type { AlarmJob } from '../../durable-object/alarm-scheduler';
import { type DayFigures, DayFiguresSchema } from '../../reports/figures';
import { everSmaller } from '../../reports/days/fit-day';
import type { StoredReport } from '../../reports/plan';
import type { EventNews } from '../../rpc/webhook-bodies';
import { isoTime, isoTimeOrNull } from '../../time/iso-time';
import type { EventState } from '../state/room-state';
import { DaySlices } from './day-slices';
import type { LedgerReader } from '../storage/ledger-reader';
import { type ReportCalendarDay, ReportCalendar } from './report-calendar';
import { OVERDUE_DELAY_MS } from '../limits';
import { REPORT_RETRY_MS } from '../storage/limits';
import { REPORT_GRACE_MS, REPORT_STEPS, DAYS_PER_REPORT_RUN, REVISE_AFTER_MS } from './limits';
import type { FlushedState } from '../state/flushed-state';

export interface DailyReportJobDeps {
  ledgerReader: LedgerReader;
  /** Lets the room process waiting taps before the job continues. */
  yieldTurn: () => Promise<void>;
  /** Resolves when everything that was written is on disk. */
  synced: () => Promise<void>;
}

/** The days whose reports are being built. */
interface Work {
  days: readonly ReportCalendarDay[];
  /** How many of these days are already stored. */
  stored: number;
  /** The ledger is read up to this id. */
  ledgerUpTo: number;
  steps: Iterator<DayFigures | undefined, void>;
}

/** Builds the report of each business day after it has ended, and a new revision when later taps change that day. */
export class DailyReportJob implements AlarmJob {
  readonly name = 'reports';
  readonly logAs = 'room.report';
  readonly overdueDelayMs = OVERDUE_DELAY_MS;
  private work: Work | undefined;

  constructor(
    private readonly core: RoomCore,
    private readonly deps: DailyReportJobDeps,
  ) {}

  dueAt(): number | undefined {
    const room = this.core.flushNow();
    return room && this.nextAt(room);
  }

  private nextAt(room: FlushedState): number | undefined {
    if (this.work !== undefined) return room.now;
    const { reports } = this.core.store;
    const { outdated } = reports;
    const open = new ReportCalendar(reports, room).missing.find(({ revision }) => revision === 0);
    const dueAt = Math.min(
      open === undefined ? Infinity : open.endsAt + REPORT_GRACE_MS,
      outdated === undefined ? Infinity : outdated.since + REVISE_AFTER_MS,
    );
    return dueAt === Infinity ? undefined : Math.max(dueAt, reports.attempt?.retryAt ?? 0);
  }

  /** The stored attempt outlasts a restart. */
  postpone(): number {
    this.work = undefined;
    return REPORT_RETRY_MS;
  }

  /** Builds the reports that are due, in at most {@link REPORT_STEPS} steps per call. */
  async run(): Promise<void> {
    const room = this.core.flushNow();
    if (room !== undefined && (this.nextAt(room) ?? Infinity) <= room.now) await this.close(room);
  }

  private async close(room: FlushedState): Promise<void> {
    const work = (this.work ??= await this.begin(room));
    for (let step = 0; step < REPORT_STEPS; step++) {
      const present = this.core.flushNow();
      // The event can be deleted during the pause.
      if (present === undefined) this.work = undefined;
      if (present === undefined) return;
      const { value: figures, done } = work.steps.next();
      if (done === true) {
        this.end(work);
        return;
      }
      if (figures !== undefined) {
        this.store(work.days[work.stored++], figures, present, work.ledgerUpTo);
        this.core.store.reports.noteProgress(present.now);
      }
      await this.deps.yieldTurn();
    }
  }

  private async begin(room: FlushedState): Promise<Work> {
    const { store } = this.core;
    const { ledgerReader } = this.deps;
    // If this build kills the room, the room finds the attempt on disk at its next start and waits before it tries
    // again.
    store.reports.beginAttempt(room.now);
    await this.deps.synced();
    store.writeLogToTables();
    const known = new ReportCalendar(store.reports, room);
    const ended = known.missing.filter(({ endsAt }) => endsAt + REPORT_GRACE_MS <= room.now);
    const days = ended.slice(0, DAYS_PER_REPORT_RUN);
    store.reports.beginClosing(days.at(-1)?.endsAt ?? 0);
    const build = known.build(ledgerReader, days);
    return { days, stored: 0, ledgerUpTo: build.upTo, steps: new DaySlices(build, ledgerReader).steps() };
  }

  private end({ days }: Work): void {
    this.work = undefined;
    const room = this.core.flushNow();
    if (room === undefined) return;
    const { reports } = this.core.store;
    reports.endClosing(days.at(-1)?.endsAt ?? Infinity, room.now);
    reports.endAttempt();
  }

  /** Stores a day's report as a new revision, if it differs from the stored one, and opens its link in the chain. */
  private store(
    known: ReportCalendarDay | undefined,
    figures: DayFigures,
    { now: closedAt, event }: FlushedState,
    ledgerUpTo: number,
  ): void {
    if (figures.day !== known?.day) throw new Error(`No figures of ${known?.day}`);
    const { day, startsAt, endsAt, revision } = known;
    const { reports, seals, news } = this.core.store;
    const stored = reports.figuresOf(day, revision);
    const next = { day, revision: revision + 1, startsAt, endsAt, closedAt };
    for (const smaller of everSmaller(figures)) {
      if (stored !== undefined && isSame(JSON.parse(stored), smaller)) return;
      const isStored = reports.put(next, smaller, () => {
        seals.open(next, ledgerUpTo);
        news.add(dayNews(event, next, smaller));
      });
      if (isStored) return;
    }
    throw new Error(`The report of ${day} fits into no row`);
  }
}

const dayNews = (
  { eventId, event }: EventState,
  { day, revision, startsAt, endsAt, closedAt }: StoredReport,
  { venue }: DayFigures,
): EventNews => ({
  type: 'day.closed',
  data: {
    eventId,
    eventName: event.eventName,
    day,
    revision,
    startsAt: isoTime(startsAt),
    endsAt: isoTime(endsAt),
    closedAt: isoTime(closedAt),
    ins: venue.ins,
    outs: venue.outs,
    peak: venue.peak,
    peakAt: isoTimeOrNull(venue.peakAt),
  },
});

/**
 * The text by which two reports are compared. A device's new name alone makes no new revision, and neither does another
 * order of the fields.
 */
const countsOf = (figures: unknown): string =>
  JSON.stringify(DayFiguresSchema.safeParse(figures).data, (key, value: unknown) =>
    key === 'deviceName' ? undefined : value,
  );

const isSame = (stored: unknown, figures: DayFigures): boolean => countsOf(stored) === countsOf(figures);
