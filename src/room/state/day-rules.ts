import {
  type BusinessDay,
  businessDay,
  DEFAULT_DAY_CLOCK,
  type DayClock,
  readTimeZone,
} from '../../shared/rules/business-day';
import { DAY_MS, HOUR_MS } from '../../shared/durations';
import { REMEMBERED_DAYS } from './limits';

/** The schedule of an event's business days from `from` (epoch ms) until the next rule begins. */
interface DayRule extends DayClock {
  readonly from: number;
}

/** Rules in order of time; at least one. The first rule also applies to all times before it. */
export type DayRules = readonly [DayRule, ...DayRule[]];

/**
 * Replaces an unknown time zone or an invalid report time with the default, so that counting does not stop because of
 * them.
 */
const readClock = ({ timeZone, reportTime }: DayClock): DayClock => ({
  timeZone: readTimeZone(timeZone) ?? DEFAULT_DAY_CLOCK.timeZone,
  reportTime: /^([01]\d|2[0-3]):[0-5]\d$/.test(reportTime) ? reportTime : DEFAULT_DAY_CLOCK.reportTime,
});

export const firstDayRules = (clock: DayClock): DayRules => [{ ...readClock(clock), from: 0 }];

const isSameClock = (a: DayClock, b: DayClock): boolean => a.timeZone === b.timeZone && a.reportTime === b.reportTime;

/**
 * Changed schedules can lengthen days by at most this much within LONGER_WITHIN_MS: a full turn of the globe, and an
 * hour of daylight saving in each direction.
 */
const LONGER_BY_MAX_MS = 26 * HOUR_MS;
const LONGER_WITHIN_MS = 30 * DAY_MS;

/**
 * Returns when `next` takes effect (epoch ms), always at the end of a day: the present day, or a later day if days have
 * been lengthened too much recently.
 */
function takesEffectAt(begun: DayRules, next: DayClock, now: number): number {
  const calendar = new Calendar(begun);
  const longer = begun.slice(1).flatMap(({ from }, index) => {
    if (from <= now - LONGER_WITHIN_MS) return [];
    const endsAt = Math.min(calendar.businessDayOf(from - 1).endsAt, begun[index + 2]?.from ?? Infinity);
    return [{ from, by: endsAt - from }];
  });
  let from = calendar.businessDayOf(now).endsAt;
  for (const { from: past } of longer) {
    const sum = longer.reduce((all, each) => (each.from > from - LONGER_WITHIN_MS ? all + each.by : all), 0);
    const wouldEndAt = new Calendar([...begun, { ...next, from }]).businessDayOf(from - 1).endsAt;
    if (sum + wouldEndAt - from <= LONGER_BY_MAX_MS) break;
    from = calendar.businessDayOf(Math.max(from, past + LONGER_WITHIN_MS)).endsAt;
  }
  return from;
}

/**
 * Adds a changed schedule, which takes effect with the next business day. The present day ends as planned, or later if
 * the first day of the new schedule has the same date: no night is split in two and billed twice. Late taps still
 * belong to the day of their own time. Switching back and forth between zones would make days longer and fewer, so
 * beyond {@link LONGER_BY_MAX_MS} a change waits.
 */
export function withDayClock(rules: DayRules, clock: DayClock, now: number): DayRules {
  const next = readClock(clock);
  if (isSameClock(next, rules.at(-1) ?? rules[0])) return rules;
  const [first, ...later] = rules;
  const begun: DayRules = [first, ...later.filter((rule) => rule.from <= now)];
  if (isSameClock(next, begun.at(-1) ?? first)) return begun;
  return [...begun, { ...next, from: takesEffectAt(begun, next, now) }];
}

/**
 * Finds the business day of a time. It remembers the latest days, so that finding a tap's day takes two comparisons.
 */
export class Calendar {
  private readonly known: BusinessDay[] = [];
  /** For each rule, the name (YYYY-MM-DD) of the last day before the rule. */
  private readonly namesBefore: string[] = [''];

  constructor(readonly rules: DayRules) {}

  /** Returns the name of the business day of `at` (epoch ms), YYYY-MM-DD. */
  dayOf(at: number): string {
    return this.businessDayOf(at).day;
  }

  /**
   * Returns the business day of `at` (epoch ms). Days follow one another without gap or overlap, and their names are in
   * order, also where rules change.
   */
  businessDayOf(at: number): BusinessDay {
    for (const day of this.known) if (day.startsAt <= at && at < day.endsAt) return day;
    const found = this.rules.length === 1 ? this.stretchOf(at) : this.joined(this.stretchOf(at));
    this.known.unshift(found);
    if (this.known.length > REMEMBERED_DAYS) this.known.pop();
    return found;
  }

  /** Returns when the first day begins whose name (YYYY-MM-DD) is `day` or later; epoch ms. */
  startOf(day: string): number {
    let found = this.businessDayOf(Date.parse(day));
    while (found.day >= day) found = this.businessDayOf(found.startsAt - 1);
    while (found.day < day) found = this.businessDayOf(found.endsAt);
    return found.startsAt;
  }

  /**
   * Joins neighboring stretches (see `stretchOf`) with the same name into one day. Such stretches occur where rules
   * change.
   */
  private joined({ day, startsAt, endsAt }: BusinessDay): BusinessDay {
    let [first, last] = [startsAt, endsAt];
    for (let next = this.stretchOf(last); next.day === day; next = this.stretchOf(last)) last = next.endsAt;
    for (let next = this.stretchOf(first - 1); next.day === day; next = this.stretchOf(first - 1))
      first = next.startsAt;
    return { day, startsAt: first, endsAt: last };
  }

  /** The stretch of `at`: its day by the rule in force at `at` alone. A rule ends where one of its days ends. */
  private stretchOf(at: number): BusinessDay {
    const index = Math.max(
      0,
      this.rules.findLastIndex((rule) => rule.from <= at),
    );
    const rule = this.rules[index] ?? this.rules[0];
    const { day, startsAt, endsAt } = businessDay(at, rule);
    if (index === 0) return { day, startsAt, endsAt };
    // A schedule far to the west can give a date that an earlier day already has. Names never go back.
    const before = this.nameBefore(index);
    return { day: day < before ? before : day, startsAt: Math.max(startsAt, rule.from), endsAt };
  }

  private nameBefore(index: number): string {
    return (this.namesBefore[index] ??= this.stretchOf((this.rules[index]?.from ?? 0) - 1).day);
  }
}
