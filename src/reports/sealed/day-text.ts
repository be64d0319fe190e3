import { MINUTE_MS } from '../../shared/durations';
import { roundedShare } from '../../shared/sealed/rounded-share';
import { durationText } from '../../shared/sealed/duration';
import { hasTwoDates } from '../../shared/sealed/two-dates';
import { type JudgedPlace, type Writing, capacityAtPeak } from '../../shared/sealed/verdict';
import { momentsShowing, zonedTimes } from '../../shared/sealed/zoned-time';
import type { DayFigures, LimitFrom, OverPeriod, SubjectFigures } from '../figures';
import type { ReportWords } from './report-words';
import type { SealedDay } from './sealed-day';

/** The venue or an area, with its name as the report shows it. */
export interface Named {
  /** Null for the venue. */
  areaId: string | null;
  name: string;
  subject: SubjectFigures;
}

/**
 * Whether all periods above a capacity or limit are there. A day with very many of them is stored without some (fit-day.ts); then
 * their time is less than the whole time above, which is in whole seconds.
 */
export const hasAllPeriods = (over: readonly OverPeriod[], secondsAbove: number): boolean =>
  over.reduce((sum, period) => sum + period.aboveMs, 0) > (secondsAbove - 1) * 1000;

const MS_PER_S = 1000;
/** Clocks are set back at the end of a quarter of an hour, by some of them. */
const QUARTER_MS = 15 * MINUTE_MS;

/** A sealed day as one language's report says it. */
export class DayText {
  /** The venue first, then the areas. */
  readonly all: readonly [Named, ...Named[]];
  readonly writing: Writing;
  private readonly zoned: (at: number) => string;
  /** Whether the clocks show a quarter of an hour twice, by its number since 1970. */
  private readonly repeated = new Map<number, boolean>();
  private readonly categoryNames: ReadonlyMap<string, string>;

  constructor(
    readonly sealed: SealedDay,
    readonly figures: DayFigures,
    readonly words: ReportWords,
  ) {
    this.zoned = zonedTimes(sealed.timeZone);
    const areas = figures.areas.map((area) => ({
      areaId: area.areaId,
      name: area.deletedAt === null ? area.areaName : words.deleted(area.areaName),
      subject: area,
    }));
    this.all = [{ areaId: null, name: words.venue, subject: figures.venue }, ...areas];
    this.categoryNames = new Map(figures.closing.categories?.map(({ categoryId, name }) => [categoryId, name]));
    this.writing = {
      count: String,
      percent: (percent) => `${roundedShare(percent)} %`,
      duration: (seconds) => durationText(seconds, words.duration, String),
      moment: (at) => words.moment(this.time(at)),
    };
  }

  /**
   * Returns the local time of a moment (epoch ms) as 2026-07-31 22:15:00, in the hour that the clocks show twice with its
   * offset from UTC.
   */
  time(at: number | null): string {
    if (at === null) return '';
    const text = this.zoned(at);
    const local = text.slice(0, 19).replace('T', ' ');
    return this.isRepeated(at, local) ? `${local} ${text.slice(23)}` : local;
  }

  /** The day's name, with both dates if people were counted on two. */
  get name(): string {
    const { day, startsAt, endsAt } = this.sealed;
    const tapsAt = this.figures.devices.map(({ lastTapAt }) => lastTapAt);
    if (!hasTwoDates(day, tapsAt, this.zoned)) return day;
    const dates = `${day} – ${this.zoned(endsAt).slice(0, day.length)}`;
    return this.words.notes.dayOfTwoDates(dates, this.clock(startsAt), this.clock(endsAt));
  }

  /** Returns the local time as HH:mm. */
  clock(at: number): string {
    return this.time(at)
      .slice(11)
      .replace(/:\d\d(?= |$)/, '');
  }

  duration(ms: number): string {
    return this.writing.duration(ms === 0 ? 0 : Math.max(1, Math.round(ms / MS_PER_S)));
  }

  capacity(value: number | null | undefined): string {
    return value ? String(value) : this.words.noLimit;
  }

  /** Returns the capacity in force when the most people were inside. */
  capacityThen(subject: SubjectFigures): string {
    return this.capacity(subject.peakAt === null ? subject.capacities.at(-1)?.capacity : capacityAtPeak(subject));
  }

  categoryName(categoryId: string): string {
    // A database that was restored to an earlier state may not know a category any more.
    return this.categoryNames.get(categoryId) ?? categoryId;
  }

  /** Returns a function that sorts by the order of the event's categories. */
  get categoryOrder(): (a: { categoryId: string }, b: { categoryId: string }) => number {
    const ids = [...this.categoryNames.keys()];
    const placeOf = (id: string): number => (ids.includes(id) ? ids.indexOf(id) : ids.length);
    return (a, b) => placeOf(a.categoryId) - placeOf(b.categoryId);
  }

  /** The venue's declared staff over the day: each number from its time on. Empty if no limit of the venue ever counted some. */
  get staff(): readonly Pick<LimitFrom, 'at' | 'staff'>[] {
    const versions = (this.figures.venue.limits ?? [])
      .flatMap(({ history }) => history.filter(({ capacity }) => capacity !== null))
      .toSorted((a, b) => a.at - b.at);
    if (versions.every(({ staff }) => staff === 0)) return [];
    return versions.filter(({ staff }, i) => versions[i - 1]?.staff !== staff);
  }

  get hasStaff(): boolean {
    return this.staff.length > 0;
  }

  /** The head of the highest number that was counted. */
  get peakHead(): string {
    return this.hasStaff ? this.words.heads.peakWithoutStaff : this.words.heads.peak;
  }

  /** The places as the verdict needs them. */
  get judged(): JudgedPlace[] {
    return this.all.map(({ areaId, name, subject }) => ({
      areaId,
      name,
      peak: subject.peak,
      peakAt: subject.peakAt,
      capacities: subject.capacities,
      secondsAbove: subject.secondsAbove[2],
      periods: subject.over.map((period) => ({ ...period, seconds: Math.max(1, period.aboveMs / MS_PER_S) })),
      limits: (subject.limits ?? []).map(({ kind, history }) => ({
        kind,
        history: history.map((version) => ({ ...version, secondsAbove: version.aboveMs / MS_PER_S })),
      })),
    }));
  }

  private isRepeated(at: number, local: string): boolean {
    const quarter = Math.floor(at / QUARTER_MS);
    const known = this.repeated.get(quarter);
    if (known !== undefined) return known;
    const isRepeated = momentsShowing(Date.parse(`${local.replace(' ', 'T')}Z`), this.sealed.timeZone).length > 1;
    this.repeated.set(quarter, isRepeated);
    return isRepeated;
  }
}
