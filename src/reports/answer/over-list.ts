import { isoTime } from '../../time/iso-time';
import type { ReportSubject } from '../../shared/schemas/report';
import { keepWorse } from '../days/over-periods';
import type { DayFigures, OverPeriod } from '../figures';

type Timed = OverPeriod & { seconds: number };

/** How many more entries a report may list, and how many it has left out. All of its subjects share one. */
export class ListLimit {
  leftOut = 0;

  constructor(private most: number) {}

  /** Whether one more entry may be listed. If not, the entry counts as left out. */
  take(): boolean {
    this.most -= 1;
    if (this.most < 0) this.leftOut += 1;
    return this.most >= 0;
  }
}

/** A day's periods over a capacity or limit, and all seconds over it. */
export interface DayOver {
  over: readonly OverPeriod[];
  seconds: number;
}

/** A day's periods with their seconds, rounded so that they add up to all of the day's seconds. */
function timed({ over, seconds }: DayOver): Timed[] {
  const all = over.reduce((sum, { aboveMs }) => sum + aboveMs, 0);
  let [passedMs, given] = [0, 0];
  return over.map((period) => {
    passedMs += period.aboveMs;
    const before = given;
    given = all === 0 ? 0 : Math.round((seconds * passedMs) / all);
    return { ...period, seconds: given - before };
  });
}

/** Collects one subject's periods over its capacity, or over one of its limits. A period that goes on past the end of a day stays one period. */
export class OverList {
  private readonly periods: Timed[] = [];
  /** The newest period, even if it is left out. */
  private newest: Timed | undefined;

  constructor(private readonly limit: ListLimit) {}

  /** Adds the periods of a day. Days must come in order. */
  add({ startsAt }: Pick<DayFigures, 'startsAt'>, day: DayOver): void {
    for (const period of timed(day)) {
      const last = this.newest;
      if (last === undefined || last.to !== period.from || period.from !== startsAt) {
        if (this.limit.take()) this.periods.push(period);
        this.newest = period;
        continue;
      }
      last.to = period.to;
      last.seconds += period.seconds;
      keepWorse(last, period);
    }
  }

  /** @param goesOn whether the newest period has not ended */
  finish(goesOn: boolean): ReportSubject['overCapacity'] {
    return this.periods.map((period) => ({
      from: isoTime(period.from),
      to: goesOn && period === this.newest ? null : isoTime(period.to),
      seconds: period.seconds,
      peak: period.peak,
      capacity: period.capacity,
    }));
  }
}
