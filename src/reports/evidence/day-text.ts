import { zonedTimes } from '../../shared/rules/zoned-time';
import type { DayFigures, OverPeriod, SubjectFigures } from '../figures';
import type { ReportWords } from './report-words';
import type { SealedDay } from './sealed-day';

/** The venue or an area, with its name as the report shows it. */
interface Named {
  name: string;
  subject: SubjectFigures;
}

/** Returns how long a capacity or limit was exceeded in a period, in ms. */
export const aboveMsOf = ({ from, to, aboveMs = to - from }: OverPeriod): number => aboveMs;

/**
 * Whether all periods above a capacity or limit are there. A day with very many of them is stored without some (fit-day.ts); then
 * their time is less than the whole time above, which is in whole seconds.
 */
export const hasAllPeriods = (over: readonly OverPeriod[], secondsAbove: number): boolean =>
  over.reduce((sum, period) => sum + aboveMsOf(period), 0) > (secondsAbove - 1) * 1000;

/** A sealed day as one language's report says it. */
export class DayText {
  /** The venue first, then the areas. */
  readonly all: readonly [Named, ...Named[]];
  private readonly zoned: (at: number) => string;

  constructor(
    readonly sealed: SealedDay,
    readonly figures: DayFigures,
    readonly words: ReportWords,
  ) {
    this.zoned = zonedTimes(sealed.timeZone);
    const areas = figures.areas.map((area) => ({
      name: area.deletedAt === null ? area.areaName : words.deleted(area.areaName),
      subject: area,
    }));
    this.all = [{ name: words.venue, subject: figures.venue }, ...areas];
  }

  /** Returns the local time of a moment (epoch ms) as 2026-07-31 22:15:00. */
  time(at: number | null): string {
    return at === null ? '' : this.zoned(at).slice(0, 19).replace('T', ' ');
  }

  /** The number of staff that the venue's limits include at the day's end; 0 if there are none. */
  get staff(): number {
    const { limits = [] } = this.figures.venue;
    return Math.max(0, ...limits.map(({ history }) => history.at(-1)?.staff ?? 0));
  }

  /** The head of the highest number that was counted. */
  get peakHead(): string {
    return this.staff > 0 ? this.words.heads.peakWithoutStaff : this.words.heads.peak;
  }

  capacity(value: number | null | undefined): string {
    return value ? String(value) : this.words.noLimit;
  }
}
