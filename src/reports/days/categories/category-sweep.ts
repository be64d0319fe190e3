import type {
  CategoriesFigures,
  CategoryLimitFigures,
  OpeningState,
  OpeningTally,
  OpeningCategory,
} from '../../figures';
import { CategoryDay, type CountedPeople } from './category-day';
import { CategoryLimits } from './category-limits';

/** The people inside one area by category, while figures of days are built (docs/product.md, C16). */
class AreaCategories {
  readonly inside = new Map<number, number>();
  /** Whether the people inside were known after the last change. */
  isKnown = true;
  day: CategoryDay | null = null;
  private sum = 0;
  private negative = 0;
  private unnamed = { ins: 0, outs: 0 };

  constructor(private isUncertain: boolean) {}

  move(category: number, by: number): void {
    const before = this.inside.get(category) ?? 0;
    const after = before + by;
    this.inside.set(category, after);
    this.sum += by;
    this.negative += Number(after < 0) - Number(before < 0);
  }

  /** Counts people without a category. An exit of people who were not inside is none until they are given back. */
  countUnnamed({ ins, outs, floored }: CountedPeople): void {
    this.unnamed.ins += ins;
    // An undone entry can be floored, too. That is no exit.
    if (ins === 0) this.unnamed.outs += outs - floored;
  }

  /** From now on it is known who is inside, or not. */
  begin(isUncertain: boolean, unnamed = { ins: 0, outs: 0 }): void {
    this.isUncertain = isUncertain;
    this.unnamed = { ...unnamed };
  }

  isKnownWith(occupancy: number): boolean {
    const { ins, outs } = this.unnamed;
    return !this.isUncertain && ins === 0 && outs === 0 && this.negative === 0 && this.sum === occupancy;
  }

  state(ids: readonly string[]): OpeningTally {
    const inside = [...this.inside]
      .filter(([, people]) => people !== 0)
      .map(([category, people]) => ({ categoryId: ids[category] ?? '', people }))
      .toSorted((a, b) => (a.categoryId < b.categoryId ? -1 : 1));
    return { inside, unnamed: { ...this.unnamed }, isUncertain: this.isUncertain };
  }
}

export const capacitiesOf = (categories: readonly OpeningCategory[]): ReadonlyMap<string, number> =>
  new Map(categories.flatMap(({ categoryId, capacity }) => (capacity === null ? [] : [[categoryId, capacity]])));

/** An area as {@link CategorySweep} needs it; `occupancy` is after the change that it is told of. */
interface AreaNow {
  areaId: string;
  occupancy: number;
}

/** A tap as {@link CategorySweep} needs it. */
interface CategoryTap {
  at: number;
  /** Null for none. */
  category: string | null;
  counted: CountedPeople & { isMove: boolean };
  /** By how much the occupancy changed. */
  rise: number;
  /** Whether a reset or recount already contains the tap, or the area was deleted before. */
  isCovered: boolean;
}

/**
 * The figures by category of all areas and the venue, beside those of DayAggregator. It exists only for events with
 * categories. Times are epoch ms and never decrease.
 */
export class CategorySweep {
  private readonly ids: string[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly areas = new Map<string, AreaCategories>();
  private readonly venueInside = new Map<number, number>();
  private venueDay: CategoryDay | null = null;
  private unknownAreas = 0;
  private startsAt = 0;
  private readonly limits = new CategoryLimits((categoryId) =>
    this.unknownAreas > 0 ? null : (this.venueInside.get(this.numbers.get(categoryId) ?? -1) ?? 0),
  );

  /** Begins at the state before the first day; null if the event had no categories then. */
  static from({ areas, categories = [] }: OpeningState): CategorySweep | null {
    const capacities = capacitiesOf(categories);
    if (capacities.size === 0 && areas.every(({ tally }) => tally === undefined)) return null;
    const sweep = new CategorySweep();
    sweep.limits.set(capacities);
    for (const { areaId, occupancy, tally } of areas) {
      const area = sweep.areaOf({ areaId, occupancy });
      if (tally === undefined) continue;
      area.begin(tally.isUncertain, tally.unnamed);
      for (const { categoryId, people } of tally.inside) sweep.move(area, sweep.numberOf(categoryId), people);
      sweep.learn(area, occupancy);
    }
    return sweep;
  }

  /**
   * Begins when the event gets its first categories, possibly in the middle of a day. Whoever is inside has none.
   * @param day null between days; `isUntouched` says of which areas the day has no change yet
   */
  static begun(
    areas: readonly AreaNow[],
    day: { startsAt: number; at: number; isUntouched: (areaId: string | null) => boolean } | null,
  ): CategorySweep {
    const sweep = new CategorySweep();
    for (const area of areas) sweep.areaOf(area);
    if (day === null) return sweep;
    const { startsAt, at, isUntouched } = day;
    sweep.startsAt = startsAt;
    sweep.limits.begin(at);
    const dayOf = (areaId: string | null, isKnown: boolean): CategoryDay => {
      const begun = new CategoryDay(startsAt, isKnown && isUntouched(areaId));
      begun.set(at, isKnown, new Map());
      return begun;
    };
    for (const [areaId, area] of sweep.areas) area.day = dayOf(areaId, area.isKnown);
    sweep.venueDay = dayOf(null, sweep.unknownAreas === 0);
    return sweep;
  }

  /** @param areaIds the areas that exist at the day's start */
  begin(startsAt: number, areaIds: readonly string[]): void {
    this.startsAt = startsAt;
    this.limits.begin(startsAt);
    this.venueDay = new CategoryDay(startsAt, this.unknownAreas === 0, this.venueInside);
    for (const areaId of areaIds) {
      const area = this.areaOf({ areaId, occupancy: 0 });
      area.day = new CategoryDay(startsAt, area.isKnown, area.inside);
    }
  }

  tapped(of: AreaNow, { at, category, counted, rise, isCovered }: CategoryTap): void {
    this.limits.before(at);
    const area = this.areaOf({ ...of, occupancy: of.occupancy - rise });
    if (category === null) {
      if (!isCovered) area.countUnnamed(counted);
      return this.changed(at, area, of.occupancy, []);
    }
    const number = this.numberOf(category);
    area.day?.counted(at, number, counted);
    if (!counted.isMove) this.venueDay?.counted(at, number, counted);
    this.move(area, number, rise);
    return this.changed(at, area, of.occupancy, [number]);
  }

  /**
   * A reset, a recount or a deletion set the area's occupancy.
   * @param occupancies how many of the people are of which category; null if that is unknown
   */
  set(at: number, of: AreaNow, occupancies: ReadonlyMap<string, number> | null): void {
    this.limits.before(at);
    const area = this.areaOf({ ...of, occupancy: 0 });
    area.begin(occupancies === null);
    if (occupancies !== null) {
      for (const id of occupancies.keys()) this.numberOf(id);
      for (const [number, id] of this.ids.entries()) {
        this.move(area, number, (occupancies.get(id) ?? 0) - (area.inside.get(number) ?? 0));
      }
    }
    this.changed(at, area, of.occupancy, [...this.ids.keys()]);
  }

  /** Sets how many people of each category may be inside; a category that is missing has no capacity. */
  limit(at: number, capacities: ReadonlyMap<string, number>): void {
    this.limits.before(at);
    this.limits.set(capacities);
  }

  /** Ends the figures about the categories' capacities; called before {@link end}. */
  endLimits(until: number): CategoryLimitFigures[] | undefined {
    return this.limits.end(until);
  }

  /** Ends the day. Returns the figures of an area that existed on the day, or of the venue for null. */
  end(): (areaId: string | null) => CategoriesFigures {
    const days = new Map<string | null, CategoryDay | null>([[null, this.venueDay]]);
    for (const [areaId, area] of this.areas) {
      days.set(areaId, area.day);
      area.day = null;
    }
    this.venueDay = null;
    // An area that the sweep never heard of was empty all day.
    return (areaId) => (days.get(areaId) ?? new CategoryDay(this.startsAt, true)).close(this.ids);
  }

  stateOf(areaId: string): OpeningTally {
    return this.areaOf({ areaId, occupancy: 0 }).state(this.ids);
  }

  /** @param of the area before the change, from which an unknown area begins: it is known who is inside if nobody is */
  private areaOf({ areaId, occupancy }: AreaNow): AreaCategories {
    let area = this.areas.get(areaId);
    if (area === undefined) {
      area = new AreaCategories(occupancy !== 0);
      this.areas.set(areaId, area);
      this.learn(area, occupancy);
      if (this.venueDay !== null) area.day = new CategoryDay(this.startsAt, area.isKnown);
    }
    return area;
  }

  private move(area: AreaCategories, category: number, by: number): void {
    area.move(category, by);
    this.venueInside.set(category, (this.venueInside.get(category) ?? 0) + by);
  }

  private learn(area: AreaCategories, occupancy: number): boolean {
    const isKnown = area.isKnownWith(occupancy);
    if (isKnown === area.isKnown) return false;
    area.isKnown = isKnown;
    this.unknownAreas += isKnown ? -1 : 1;
    return true;
  }

  private changed(at: number, area: AreaCategories, occupancy: number, categories: readonly number[]): void {
    const wasVenueKnown = this.unknownAreas === 0;
    const isTurned = this.learn(area, occupancy);
    const isVenueKnown = this.unknownAreas === 0;
    if (isTurned) area.day?.set(at, area.isKnown, area.inside);
    if (isVenueKnown !== wasVenueKnown) this.venueDay?.set(at, isVenueKnown, this.venueInside);
    for (const category of categories) {
      area.day?.moved(at, category, area.inside.get(category) ?? 0);
      this.venueDay?.moved(at, category, this.venueInside.get(category) ?? 0);
    }
  }

  private numberOf(id: string): number {
    let number = this.numbers.get(id);
    if (number === undefined) {
      number = this.ids.push(id) - 1;
      this.numbers.set(id, number);
    }
    return number;
  }
}
