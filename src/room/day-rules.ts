import { type BusinessDay, businessDay, DEFAULT_DAY_CLOCK, type DayClock } from '../shared/rules/business-day';
import { readTimeZone } from '../shared/rules/time-zone';
import { REMEMBERED_DAYS } from './limits';

/** The clock by which an event's days go from `from` (epoch ms) on, until the next rule's. */
interface DayRule extends DayClock {
  readonly from: number;
}

/** In order of time; one rule at least, and the first holds for all that was before. */
export type DayRules = readonly [DayRule, ...DayRule[]];

/** Counting must not stop at a clock that this runtime does not know. */
const readClock = ({ timeZone, reportTime }: DayClock): DayClock => ({
  timeZone: readTimeZone(timeZone) ?? DEFAULT_DAY_CLOCK.timeZone,
  reportTime: /^([01]\d|2[0-3]):[0-5]\d$/.test(reportTime) ? reportTime : DEFAULT_DAY_CLOCK.reportTime,
});

export const firstDayRules = (clock: DayClock): DayRules => [{ ...readClock(clock), from: 0 }];

const isSameClock = (a: DayClock, b: DayClock): boolean => a.timeZone === b.timeZone && a.reportTime === b.reportTime;

/**
 * A changed clock holds from the next business day on: the present one ends as it was to end, so that no night is split
 * in two and billed twice. Taps that come late are still told by the clock of their time.
 */
export function withDayClock(rules: DayRules, clock: DayClock, now: number): DayRules {
  const next = readClock(clock);
  if (isSameClock(next, rules.at(-1) ?? rules[0])) return rules;
  const [first, ...later] = rules;
  const begun: DayRules = [first, ...later.filter((rule) => rule.from <= now)];
  if (isSameClock(next, begun.at(-1) ?? first)) return begun;
  return [...begun, { ...next, from: dayAt(begun, now).endsAt }];
}

/**
 * The business day of `at`, as far back as its rule holds: where rules change, one day's name may stand for two of
 * these. The next rule's time is the end of a day by this one.
 */
function dayAt(rules: DayRules, at: number): BusinessDay {
  const index = Math.max(
    0,
    rules.findLastIndex((rule) => rule.from <= at),
  );
  const rule = rules[index] ?? rules[0];
  const { day, startsAt, endsAt } = businessDay(at, rule);
  return {
    day,
    startsAt: index === 0 ? startsAt : Math.max(startsAt, rule.from),
    endsAt,
  };
}

/** Knows the days of late, so that a tap's takes two comparisons. */
export class Calendar {
  private readonly known: BusinessDay[] = [];

  constructor(readonly rules: DayRules) {}

  /** YYYY-MM-DD. */
  dayOf(at: number): string {
    return this.businessDayOf(at).day;
  }

  businessDayOf(at: number): BusinessDay {
    for (const day of this.known) if (day.startsAt <= at && at < day.endsAt) return day;
    const found = dayAt(this.rules, at);
    this.known.unshift(found);
    if (this.known.length > REMEMBERED_DAYS) this.known.pop();
    return found;
  }
}
