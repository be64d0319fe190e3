/**
 * The report's answer to the first question of every reader: was a capacity exceeded? Screen, paper, workbook and the sealed
 * report say it in their own words (docs/decisions/0034). Times are epoch ms, durations are seconds.
 */

interface CapacityFrom {
  at: number;
  /** 0 or null for no limit. */
  capacity: number | null;
}

/** An area or the venue, as far as the verdict depends on it. */
export interface JudgedPlace {
  name: string;
  /** The id of the area; null for the venue. */
  areaId: string | null;
  peak: number;
  peakAt: number | null;
  /** Each applies from its `at` on. */
  capacities: readonly CapacityFrom[];
  secondsAbove: number;
  periods: readonly { seconds: number; peak: number; capacity: number }[];
}

export interface VerdictWords {
  where: (places: string) => string;
  places: (count: number) => string;
  overOnce: (where: string, time: string, share: string) => string;
  overOften: (where: string, periods: string, longest: string, share: string) => string;
  /** For days whose periods are not all stored. */
  overFor: (where: string, time: string, share: string) => string;
  never: (peak: string) => string;
  peakShare: (share: string, when: string, where: string) => string;
  noCapacity: string;
  peak: (people: string, when: string) => string;
  unlimited: (areas: string) => string;
}

/** How a report writes values. */
export interface Writing {
  count: (count: number) => string;
  /** @param percent not rounded */
  percent: (percent: number) => string;
  duration: (seconds: number) => string;
  /** Returns 'at 23:58'. */
  moment: (at: number) => string;
}

export interface Verdict {
  /** `none`: there was no capacity to exceed. */
  type: 'over' | 'never' | 'none';
  text: string;
}

/** Up to this many places are named, more are counted. */
const NAMED_MAX = 3;

/** Whether the place had a capacity at any time. */
export const isLimited = ({ capacities }: { capacities: readonly { capacity: number | null }[] }): boolean =>
  capacities.some(({ capacity }) => !!capacity);

/** Returns the capacity in force when the most people were inside; null without one. */
export function capacityAtPeak({ peakAt, capacities }: Pick<JudgedPlace, 'peakAt' | 'capacities'>): number | null {
  if (peakAt === null) return null;
  const current = capacities.findLast(({ at }) => at <= peakAt) ?? capacities[0];
  return current?.capacity || null;
}

const percentOf = ({ peak, capacity }: { peak: number; capacity: number | null }): number =>
  capacity === null || capacity === 0 ? 0 : (peak * 100) / capacity;

/** Returns the highest occupancy in percent of the capacity in force then. */
const peakPercent = (place: JudgedPlace): number => percentOf({ peak: place.peak, capacity: capacityAtPeak(place) });

/** Something of a place that can be compared. */
interface Found {
  place: JudgedPlace;
  value: number;
}

const most = (found: readonly Found[]): Found | undefined =>
  found.reduce<Found | undefined>(
    (best, one) => (best === undefined || one.value > best.value ? one : best),
    undefined,
  );

class Judgement {
  private readonly limited: readonly JudgedPlace[];

  constructor(
    private readonly all: readonly JudgedPlace[],
    private readonly words: VerdictWords,
    private readonly writing: Writing,
  ) {
    this.limited = all.filter(isLimited);
  }

  /** @param periodsLeftOut null if nobody knows how many periods there were */
  verdict(periodsLeftOut: number | null): Verdict {
    if (this.limited.length === 0) return { type: 'none', text: this.noneText() };
    // A day with very many periods is stored without them, so the time counts, too.
    const over = this.limited.filter(({ periods, secondsAbove }) => periods.length > 0 || secondsAbove > 0);
    return over.length > 0
      ? { type: 'over', text: this.overText(over, periodsLeftOut) }
      : { type: 'never', text: this.neverText() };
  }

  private noneText(): string {
    const { words, writing } = this;
    const venue = this.all.find(({ areaId }) => areaId === null);
    if (venue === undefined || venue.peakAt === null) return words.noCapacity;
    return `${words.noCapacity} ${words.peak(writing.count(venue.peak), writing.moment(venue.peakAt))}`;
  }

  private overText(over: readonly JudgedPlace[], leftOut: number | null): string {
    const { words, writing } = this;
    const listed = over.flatMap((place) => place.periods.map((period) => ({ place, period })));
    const named = (text: string, found: Found | undefined) =>
      over.length > 1 && found !== undefined ? text + words.where(found.place.name) : text;
    const highest = most([
      ...listed.map(({ place, period }) => ({ place, value: percentOf(period) })),
      ...over.map((place) => ({ place, value: peakPercent(place) })),
    ]);
    const share = named(writing.percent(highest?.value ?? 0), highest);
    const where = this.whereOf(over);
    if (leftOut === null || listed.length === 0) {
      const total = most(over.map((place) => ({ place, value: place.secondsAbove })));
      return words.overFor(where, named(writing.duration(total?.value ?? 0), total), share);
    }
    const longest = most(listed.map(({ place, period: { seconds } }) => ({ place, value: seconds })));
    const time = named(writing.duration(longest?.value ?? 0), longest);
    const periods = listed.length + leftOut;
    return periods === 1
      ? words.overOnce(where, time, share)
      : words.overOften(where, writing.count(periods), time, share);
  }

  private neverText(): string {
    const { words, writing, limited } = this;
    // A peak from before the first capacity was set has no share of one.
    const fullest = most(
      limited.filter((place) => capacityAtPeak(place) !== null).map((place) => ({ place, value: peakPercent(place) })),
    );
    const peakAt = fullest?.place.peakAt ?? null;
    const peak =
      fullest === undefined || peakAt === null
        ? ''
        : words.peakShare(writing.percent(fullest.value), writing.moment(peakAt), this.whereOf([fullest.place]));
    const free = this.all.filter((place) => place.areaId !== null && !isLimited(place));
    return free.length === 0 ? words.never(peak) : `${words.never(peak)} ${words.unlimited(this.listOf(free))}`;
  }

  private listOf(places: readonly JudgedPlace[]): string {
    return places.length > NAMED_MAX ? this.words.places(places.length) : places.map(({ name }) => name).join(', ');
  }

  /** Says which places are meant, unless the event has only one that could be. */
  private whereOf(meant: readonly JudgedPlace[]): string {
    const [only, another] = this.limited;
    const areas = this.all.filter(({ areaId }) => areaId !== null).length;
    const isPlain = another === undefined && (only?.areaId === null || areas === 1);
    return isPlain ? '' : this.words.where(this.listOf(meant));
  }
}

/**
 * Says in a sentence whether a capacity was exceeded, how often, for how long at most and by how much, and where.
 * @param all the venue, then its areas
 * @param periodsLeftOut how many periods are not listed; null if nobody knows
 */
export const verdictOf = (
  all: readonly JudgedPlace[],
  periodsLeftOut: number | null,
  words: VerdictWords,
  writing: Writing,
): Verdict => new Judgement(all, words, writing).verdict(periodsLeftOut);
