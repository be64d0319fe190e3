import { DAY_MS, REPORT_DAYS_MAX } from '../shared/limits';
import type { Build, LedgerPage, PlannedDay, ReportPlan, StoredReport } from '../shared/report/plan';
import type { Result } from '../lib/contract';
import type { Calendar } from './day-rules';
import { HistoryRows } from './history-rows';
import type { Ledger } from './ledger';
import { IDS_PER_MS, LEDGER_PAGE_ROWS } from './limits';
import type { RoomSql } from './ports';
import type { ActiveDay } from './report-rows';
import type { EventState } from './state';

/** A room past all queues: what it says is in the tables. */
export interface Settled {
  event: EventState;
  days: Calendar;
  /** Epoch ms. */
  now: number;
}

export interface ReportsDeps {
  sql: RoomSql;
  ledger: Ledger;
  /** Undefined in a room without an event, and in one whose event is gone. */
  settle(): Settled | undefined;
}

/** Days, in order, of which the first `stored` are as they were when they were closed. */
interface KnownDays {
  days: PlannedDay[];
  active: ActiveDay[];
  stored: number;
}

/** Before there were any, and earlier than calendars go. */
const FIRST_DAY = '1971-01-01';
/** Later than any day. */
const LAST_DAY = '9999-12-31';

/** What reports are made of, for whoever makes them: reading only. */
export class Reports {
  private readonly history: HistoryRows;

  constructor(private readonly deps: ReportsDeps) {
    this.history = new HistoryRows(deps.sql);
  }

  /** @param range YYYY-MM-DD, both included; null for the newest day on which something was counted */
  plan(range: { from: string; to: string } | null): Result<ReportPlan> {
    const room = this.settled();
    if (room === undefined) return { ok: false, code: 'not_found' };
    const today = room.days.dayOf(room.now);
    const newest = this.rows.newestDay ?? today;
    const { from, to } = range ?? { from: newest, to: newest };
    if (!isReportable(from, to)) return { ok: false, code: 'invalid_input' };
    const known = this.knownDays(room, to);
    const { event, dayRules } = room.event;
    const { timeZone, reportTime } = dayRules.at(-1) ?? dayRules[0];
    return {
      ok: true,
      value: {
        eventName: event.eventName,
        timeZone,
        reportTime,
        from,
        to,
        days: known.days.filter(({ day }) => day >= from),
        build: this.buildOf(known, from, room.now),
        journal: from > today ? [] : this.history.journal(startOf(room.days, from), endOf(room.days, to, today)),
        ledgerFrom: this.rows.ledgerFrom,
        now: room.now,
      },
    };
  }

  /** All that is to be built from the ledger; null where every day is stored as it is. */
  planBuild(): Build | null {
    const room = this.settled();
    return room === undefined ? null : this.buildOf(this.knownDays(room, LAST_DAY), FIRST_DAY, room.now);
  }

  figuresOf(day: string, revision: number): Result<string> {
    const figures = this.rows.figuresOf(day, revision);
    return figures === undefined ? { ok: false, code: 'not_found' } : { ok: true, value: figures };
  }

  /** Ledger rows above `after`, up to `upTo`, as many as no tap need wait for. */
  page(after: number, upTo: number): LedgerPage {
    const rows = this.history.ledger(after, upTo, LEDGER_PAGE_ROWS);
    const clients = this.history.clients(new Set(rows.map(({ clientId }) => clientId)));
    const next = rows.length < LEDGER_PAGE_ROWS ? null : (rows.at(-1)?.id ?? null);
    return { rows, clients, next };
  }

  list(): StoredReport[] {
    return this.rows.all();
  }

  private get rows() {
    return this.deps.ledger.reports;
  }

  private settled(): Settled | undefined {
    const room = this.deps.settle();
    if (room !== undefined) this.deps.ledger.makeTablesFollow();
    return room;
  }

  /** Days that are closed and have not changed since come first: each begins with how the one before has ended. */
  private knownDays({ days: calendar }: Settled, to: string): KnownDays {
    const active = this.rows.activeDays(to);
    const outdatedFrom = this.rows.outdated?.from ?? Infinity;
    const firstMissing = active.findIndex(({ report }) => report === null || report.endsAt > outdatedFrom);
    const stored = firstMissing === -1 ? active.length : firstMissing;
    const days = active.map(({ countedAt, report }, index) => {
      const { day, startsAt, endsAt } = report ?? calendar.businessDayOf(countedAt);
      const closed = index < stored && report !== null;
      return {
        day,
        startsAt,
        endsAt,
        stored: closed ? { revision: report.revision, closedAt: report.closedAt } : null,
      };
    });
    return { days, active, stored };
  }

  private buildOf({ days, active, stored }: KnownDays, from: string, now: number): Build | null {
    const missing = days.slice(stored);
    if (!missing.some(({ day }) => day >= from)) return null;
    const before = active[stored - 1]?.report;
    const standing = before ? this.rows.closingOf(before) : this.rows.firstStanding;
    return {
      standing,
      days: missing.map(({ day, startsAt, endsAt }) => ({ day, startsAt, endsAt })),
      now,
      // Nothing is received before it has occurred.
      after: Math.max(0, standing.at * IDS_PER_MS - 1),
      upTo: this.history.lastId,
      journal: this.history.journal(standing.at, Infinity),
    };
  }
}

const dateOf = (day: string): number => (/^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(day) : Number.NaN);

/** Whether these are days, and not too many of them. */
const isReportable = (from: string, to: string): boolean =>
  dateOf(from) <= dateOf(to) && dateOf(to) - dateOf(from) < REPORT_DAYS_MAX * DAY_MS;

const startOf = (calendar: Calendar, day: string): number => (day < FIRST_DAY ? 0 : calendar.startOf(day));

const endOf = (calendar: Calendar, day: string, today: string): number =>
  day >= today ? Infinity : startOf(calendar, new Date(dateOf(day) + DAY_MS).toISOString().slice(0, 10));
