import type { LimitKind } from '../schemas/venue-settings';
import { type CapacityFrom, capacityAt } from './capacity-at';
import { type LimitResult, limitResults, type LimitVersion } from './authority-limits';
import type { VerdictWords } from './verdict-words';

/**
 * The report's answer to the first question of every reader: was a limit or a capacity exceeded? Screen, paper, workbook and
 * the sealed report say the same (docs/decisions/0034). Times are epoch ms, durations are seconds.
 */

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
  /** The limits that authorities have set for it. */
  limits: readonly { kind: LimitKind; history: readonly LimitVersion[] }[];
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
  /** `none`: there was neither a limit nor a capacity to exceed. */
  type: 'over' | 'never' | 'none';
  /** Each says one thing. The first `breaches` say what was exceeded. */
  sentences: string[];
  breaches: number;
}

/** What the verdict must know of the days besides their figures. */
export interface JudgedDays {
  /** How many periods above capacities are not listed; null if nobody knows. */
  periodsLeftOut: number | null;
  isRunning: boolean;
}

/** Up to this many places or limits are named, more are counted. */
const NAMED_MAX = 3;
const MINUTE_S = 60;

/** Whether the place had a capacity at any time. */
export const isLimited = ({ capacities }: { capacities: readonly { capacity: number | null }[] }): boolean =>
  capacities.some(({ capacity }) => !!capacity);

/** Returns the capacity in force when the most people were inside; null without one. */
export function capacityAtPeak({ peakAt, capacities }: Pick<JudgedPlace, 'peakAt' | 'capacities'>): number | null {
  if (peakAt === null) return null;
  return capacityAt(capacities, peakAt) || null;
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

/** One number of a limit of a place. */
interface PlacedLimit extends LimitResult {
  kind: LimitKind;
  place: JudgedPlace;
}

const limitsOf = (all: readonly JudgedPlace[]): PlacedLimit[] =>
  all.flatMap((place) =>
    place.limits.flatMap(({ kind, history }) => limitResults(history).map((result) => ({ kind, place, ...result }))),
  );

class Judgement {
  private readonly limited: readonly JudgedPlace[];
  private readonly limits: readonly PlacedLimit[];

  constructor(
    private readonly all: readonly JudgedPlace[],
    private readonly days: JudgedDays,
    private readonly words: VerdictWords,
    private readonly writing: Writing,
  ) {
    this.limited = all.filter(isLimited);
    this.limits = limitsOf(all);
  }

  verdict(): Verdict {
    const { words, limited, limits } = this;
    if (limited.length === 0 && limits.length === 0) {
      return { type: 'none', sentences: this.noneSentences(), breaches: 0 };
    }
    // A day with very many periods is stored without them, so the time counts, too.
    const above = limited.filter(({ periods, secondsAbove }) => periods.length > 0 || secondsAbove > 0);
    const exceeded = this.limitSentences();
    const over = above.filter((place) => !this.isSaid(place));
    const never = above.length === 0 && limited.length > 0 ? this.neverSentences() : [];
    const capacity = over.length > 0 ? [this.overSentence(over)] : never;
    if (over.length > 0 || exceeded.length > 0) {
      const breaches = exceeded.length + (over.length > 0 ? 1 : 0);
      return { type: 'over', sentences: [...exceeded, ...capacity, ...this.heldSentence()], breaches };
    }
    const none = this.days.isRunning ? words.noneYet : words.none;
    return { type: 'never', sentences: [none, ...this.heldSentence(), ...capacity], breaches: 0 };
  }

  /**
   * Whether the sentences about a place's limits say its time above the capacity, too, because the capacity is such a
   * limit: readers took it for another limit. Durations are said to the minute.
   */
  private isSaid(place: JudgedPlace): boolean {
    const exceeded = this.limits.filter((limit) => limit.isExceeded && limit.place === place);
    const said = exceeded.reduce((sum, { secondsAbove }) => sum + secondsAbove, 0);
    return exceeded.length > 0 && place.secondsAbove < said + MINUTE_S;
  }

  private noneSentences(): string[] {
    const { words, writing } = this;
    const venue = this.all.find(({ areaId }) => areaId === null);
    if (venue === undefined || venue.peakAt === null) return [words.noCapacity];
    return [words.noCapacity, words.peak(writing.count(venue.peak), writing.moment(venue.peakAt))];
  }

  private limitSentences(): string[] {
    const exceeded = this.limits.filter((limit) => limit.isExceeded);
    const named = exceeded.slice(0, NAMED_MAX).map((limit) => this.limitSentence(limit));
    const more = exceeded.length - named.length;
    return more > 0 ? [...named, this.words.moreLimits(more)] : named;
  }

  private limitSentence({ kind, place, capacity, secondsAbove, worst }: PlacedLimit): string {
    const { words, writing } = this;
    const people = worst.peak + worst.staff;
    const when = worst.peakAt === null ? '' : writing.moment(worst.peakAt);
    const inside =
      worst.staff > 0
        ? words.peopleWithStaff(writing.count(people), writing.count(worst.staff), when)
        : words.people(writing.count(people), when);
    const name = words.limits[kind](writing.count(capacity)) + this.whereOf([place]);
    const time = writing.duration(Math.max(1, secondsAbove));
    return words.limitOver(name, time, inside, writing.count(people - capacity));
  }

  private heldSentence(): string[] {
    const { words, writing } = this;
    const held = this.limits.filter(
      // More staff than allowed and no guest is neither.
      ({ isExceeded, worst, capacity }) => !isExceeded && worst.peak + worst.staff <= capacity,
    );
    if (held.length === 0) return [];
    if (held.length > NAMED_MAX) return [words.held(words.heldLimits(held.length))];
    const names = held.map(
      ({ kind, capacity, place }) => words.limits[kind](writing.count(capacity)) + this.whereOf([place]),
    );
    return [words.held(names.join('; '))];
  }

  private overSentence(over: readonly JudgedPlace[]): string {
    const { words, writing } = this;
    const { periodsLeftOut: leftOut } = this.days;
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

  private neverSentences(): string[] {
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
    const never = this.days.isRunning ? words.notYet(peak) : words.never(peak);
    const free = this.all.filter((place) => place.areaId !== null && !isLimited(place));
    return free.length === 0 ? [never] : [never, words.unlimited(this.listOf(free))];
  }

  private listOf(places: readonly JudgedPlace[]): string {
    return places.length > NAMED_MAX ? this.words.places(places.length) : places.map(({ name }) => name).join(', ');
  }

  /** Says which places are meant, unless the event has only one that could be. */
  private whereOf(meant: readonly JudgedPlace[]): string {
    const [only, another] = this.all.filter((place) => isLimited(place) || place.limits.length > 0);
    const areas = this.all.filter(({ areaId }) => areaId !== null).length;
    const isPlain = another === undefined && (only?.areaId === null || areas === 1);
    return isPlain ? '' : this.words.where(this.listOf(meant));
  }
}

/**
 * Says which limits of authorities were exceeded, for how long and by how much, and whether a capacity was, how often, for
 * how long at most, by how much, and where; or that none was.
 * @param all the venue, then its areas
 */
export const verdictOf = (
  all: readonly JudgedPlace[],
  days: JudgedDays,
  words: VerdictWords,
  writing: Writing,
): Verdict => new Judgement(all, days, words, writing).verdict();
