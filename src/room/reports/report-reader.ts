import type { RoomCore } from '../core/room-core';
import { DAY_MS } from '../../shared/durations';
import type { FiguresRead, JournalPage, JournalRead, LedgerPage, MomentPlan, ReportPlan } from '../../reports/plan';
import { checkDayRange, type DayRange } from '../../shared/rules/report-query';
import { message } from '../../shared/messages/message';
import { checkMoment, momentTexts } from '../../shared/rules/report-query';
import { ok, refuse, type Result } from '../../rpc/result';
import type { Calendar } from '../state/day-rules';
import type { LedgerReader } from '../storage/ledger-reader';
import { ReportCalendar } from './report-calendar';
import { FIGURES_PAGE_LENGTH } from './limits';
import { LEDGER_PAGE_ROWS } from '../storage/limits';

/** A date that is earlier than any report. */
const FIRST_DAY = '1971-01-01';

/** Reads what the worker needs to make a report; writes nothing. */
export class ReportReader {
  constructor(
    private readonly core: RoomCore,
    private readonly ledgerReader: LedgerReader,
  ) {}

  /**
   * Plans a report. The plan's `build` is null if every day of the range is stored and no ledger row must be read.
   * @param range the first and the last day (YYYY-MM-DD), both included; null for the newest active day
   */
  plan(range: DayRange | null): Result<ReportPlan> {
    const room = this.core.flushNow();
    if (room === undefined) return { ok: false, code: 'not_found' };
    const { store } = this.core;
    const { ledgerReader } = this;
    const today = room.days.dayOf(room.now);
    const newest = store.reports.newestDay ?? today;
    const { from, to } = range ?? { from: newest, to: newest };
    if (!checkDayRange({ from, to }).ok) return { ok: false, code: 'invalid_input' };
    const known = new ReportCalendar(store.reports, room, to);
    const days = known.all.filter(({ day }) => day >= from);
    const { event, dayRules } = room.event;
    const { timeZone, reportTime } = dayRules.at(-1) ?? dayRules[0];
    return ok({
      eventName: event.eventName,
      categories: event.categories?.list,
      timeZone,
      reportTime,
      today,
      from,
      to,
      days: days.map(({ day, startsAt, endsAt, stored }) => ({ day, startsAt, endsAt, stored })),
      earlierDay: known.all.findLast(({ day }) => day < from)?.day,
      laterDay: store.reports.dayAfter(to),
      build: days.some(({ stored }) => stored === null) ? known.planned(ledgerReader) : null,
      journal: from > today ? null : ledgerReader.journalSpan(startOf(room.days, from), endOf(room.days, to, today)),
      ledgerFrom: store.reports.ledgerFrom,
      now: room.now,
    });
  }

  /** Plans the answer to the question how many people were inside at a moment. @param given as checkMoment takes it */
  moment(given: string): Result<MomentPlan> {
    const room = this.core.flushNow();
    if (room === undefined) return { ok: false, code: 'not_found' };
    const { store } = this.core;
    const { ledgerReader } = this;
    const { now, days } = room;
    const { dayRules } = room.event;
    const { timeZone } = dayRules.at(-1) ?? dayRules[0];
    const checked = checkMoment(given, timeZone, now);
    if (!checked.ok) return refuse('invalid_input', checked.error);
    const at = checked.value;
    if (at < store.reports.firstOpening.at) return refuse('invalid_input', message(momentTexts, 'moment_deleted'));
    const planned = new ReportCalendar(store.reports, room, days.dayOf(at)).plannedMoment(ledgerReader, at);
    return ok({ at, timeZone, ...planned, ledgerFrom: store.reports.ledgerFrom, now });
  }

  /** Returns the figures of the first of these days as JSON, as many as a page has room for, and at least one. */
  figures({ days, isByDay }: FiguresRead): Result<string[]> {
    const { reports } = this.core.store;
    const page: string[] = [];
    let length = 0;
    for (const { day, revision } of days) {
      const text = isByDay ? reports.sumsOf(day, revision) : reports.figuresOf(day, revision);
      if (text === undefined) return { ok: false, code: 'not_found' };
      page.push(text);
      length += text.length;
      if (length >= FIGURES_PAGE_LENGTH) break;
    }
    return ok(page);
  }

  /** Ledger rows with ids above `after`, up to `upTo`. A page is so small that taps do not wait long for it. */
  page(after: number, upTo: number): LedgerPage {
    return this.ledgerReader.page(after, upTo, LEDGER_PAGE_ROWS);
  }

  /** Returns a page of journal entries, as {@link page} does for ledger rows. */
  journal(read: JournalRead): JournalPage {
    return this.ledgerReader.journalPage(read);
  }
}

const startOf = (calendar: Calendar, day: string): number => (day < FIRST_DAY ? 0 : calendar.startOf(day));

const endOf = (calendar: Calendar, day: string, today: string): number =>
  day >= today ? Infinity : startOf(calendar, new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10));
