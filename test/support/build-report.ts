import { type BusinessDay, businessDay, type DayClock } from '../../src/shared/rules/business-day';
import type { Category } from '../../src/shared/schemas/category';
import { NO_LETTERHEAD, type Report, type ReportInterval } from '../../src/shared/schemas/report';
import { REPORT_ALERTS_MAX, REPORT_ORDERS_MAX } from '../../src/shared/reports/limits';
import { AlertHistory } from '../../src/reports/answer/alert-history';
import { isOnOrder, OrderHistory } from '../../src/reports/sealed/order-history';
import { DayBuilder } from '../../src/reports/days/build-days';
import type { ClientFact, JournalFact, LedgerFact } from '../../src/reports/facts';
import { type DayFigures, EMPTY_OPENING } from '../../src/reports/figures';
import { JOURNAL_PARTS } from '../../src/reports/journal-kinds';
import { RecountHistory } from '../../src/reports/answer/recount-history';
import { ReportBuilder } from '../../src/reports/answer/report-builder';
import type { Build } from '../../src/reports/plan';

export interface BuildReportOptions {
  eventId: string;
  eventName: string;
  /** The clock that all of its days follow. */
  clock: DayClock;
  /** YYYY-MM-DD, both included. */
  from: string;
  to: string;
  interval: ReportInterval;
  /** Epoch ms; later facts are left out. */
  now: number;
  clients: readonly ClientFact[];
  /** Changes the figures of each day before the report is made. */
  changeDay?: (day: DayFigures) => DayFigures;
  /** The categories that the event has or had. */
  categories?: readonly Category[];
}

/** Returns the business days of a clock. A day is one object, so that a set has it once. */
function businessDays(clock: DayClock): (at: number) => BusinessDay {
  const known: BusinessDay[] = [];
  return (at) => {
    const found = known.find(({ startsAt, endsAt }) => startsAt <= at && at < endsAt);
    if (found) return found;
    const day = businessDay(at, clock);
    known.push(day);
    return day;
  };
}

/** The business days with a count, in order. An undo takes back a count and does not make a day active. */
export function activeDays(ledger: readonly LedgerFact[], clock: DayClock): BusinessDay[] {
  const dayOf = businessDays(clock);
  const counted = ledger.filter(({ undoes }) => undoes === null).map(({ occurredAt }) => dayOf(occurredAt));
  return [...new Set(counted)].toSorted((a, b) => a.startsAt - b.startsAt);
}

/** Builds a report directly from an event's whole ledger and journal, both in order of id. Suited to little data. */
export function buildReport(
  ledger: readonly LedgerFact[],
  journal: readonly JournalFact[],
  {
    eventId,
    eventName,
    clock,
    from,
    to,
    interval,
    now,
    clients,
    categories,
    changeDay = (day) => day,
  }: BuildReportOptions,
): Report {
  const days = activeDays(ledger, clock);
  const upTo = ledger.at(-1)?.id ?? 0;
  const build: Build = { opening: EMPTY_OPENING, days, now, after: 0, upTo, journal: [...journal] };
  const alerts = new AlertHistory(REPORT_ALERTS_MAX);
  const orders = new OrderHistory(REPORT_ORDERS_MAX);
  const builder = new DayBuilder(build);
  builder.add({ rows: [...ledger], clients: [...clients] });
  const dayOf = businessDays(clock);
  const inRange = ({ day }: BusinessDay): boolean => from <= day && day <= to;
  const plan = {
    eventName,
    categories,
    ...clock,
    today: dayOf(now).day,
    from,
    to,
    days: days.filter(inRange).map((day) => ({ ...day, stored: null })),
    build: null,
    journal: null,
    ledgerFrom: 0,
    now,
  };
  const acts: JournalFact[] = [];
  for (const fact of journal.filter(({ at }) => inRange(dayOf(at)))) {
    if (JOURNAL_PARTS.alerts.some((kind) => kind === fact.kind)) alerts.add(fact);
    else if (isOnOrder(fact)) orders.add(fact);
    else acts.push(fact);
  }
  const record = { acts, actsLeftOut: 0, alerts, orders };
  const areaIds = journal.flatMap(({ kind, areaId }) => (kind === 'area_added' && areaId !== null ? areaId : []));
  const report = new ReportBuilder({ eventId, plan, interval });
  for (const day of builder.finish()) report.add(changeDay(day));
  const recounts = new RecountHistory();
  for (const fact of journal) recounts.add(fact);
  return report.finish({ journal: record, recounts, areaIds, letterhead: NO_LETTERHEAD });
}
