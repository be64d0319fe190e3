import type { CategoryLimitFigures } from '../../figures';
import { OverPeriods } from '../over-periods';

/** The people of a category in the venue; null if that is unknown. */
type InsideOf = (categoryId: string) => number | null;

/** The time above the capacity of one category on one business day, while its figures are built. */
class CategoryLimit {
  private readonly capacities: CategoryLimitFigures['capacities'] = [];
  private readonly over = new OverPeriods();
  private unknownMs = 0;
  /** Since when the people inside have been unknown while there was a capacity, epoch ms; null if they are known. */
  private unknownSince: number | null = null;

  update(at: number, people: number | null, capacity: number | null): void {
    if ((this.capacities.at(-1)?.capacity ?? null) !== capacity) this.capacities.push({ at, capacity });
    const isUnknown = capacity !== null && people === null;
    this.over.update(at, people ?? 0, isUnknown ? null : capacity);
    if (isUnknown) this.unknownSince ??= at;
    else this.known(at);
  }

  end(categoryId: string, until: number): CategoryLimitFigures {
    this.over.end(until);
    this.known(until);
    const { list } = this.over;
    const aboveMs = list.reduce((sum, period) => sum + period.aboveMs, 0);
    return {
      categoryId,
      capacities: this.capacities,
      secondsAbove: Math.round(aboveMs / 1000),
      secondsUnknown: Math.round(this.unknownMs / 1000),
      over: list,
    };
  }

  private known(at: number): void {
    if (this.unknownSince !== null) this.unknownMs += at - this.unknownSince;
    this.unknownSince = null;
  }
}

/**
 * The time above the capacities of an event's categories in the venue, while figures of days are built. Times are epoch
 * ms and never decrease. What happens at the same ms counts together: a move between areas never empties a category.
 */
export class CategoryLimits {
  private capacities: ReadonlyMap<string, number> = new Map();
  private day: Map<string, CategoryLimit> | null = null;
  /** The moment whose changes are not in the figures yet. */
  private at = 0;

  constructor(private readonly insideOf: InsideOf) {}

  /** Must be called before anything changes at `at`: what was changed before `at` is in force until then. */
  before(at: number): void {
    if (at === this.at) return;
    this.addUp();
    this.at = at;
  }

  /** Sets the capacities that apply from the present moment on, by category. */
  set(capacities: ReadonlyMap<string, number>): void {
    this.capacities = capacities;
  }

  begin(startsAt: number): void {
    this.at = startsAt;
    this.day = new Map();
  }

  /** Ends the day. Returns the figures of the categories that had a capacity on it; undefined without one. */
  end(until: number): CategoryLimitFigures[] | undefined {
    if (this.at < until) this.addUp();
    const figures = [...(this.day ?? [])].map(([categoryId, limit]) => limit.end(categoryId, until));
    this.day = null;
    return figures.length === 0 ? undefined : figures.toSorted((a, b) => (a.categoryId < b.categoryId ? -1 : 1));
  }

  private addUp(): void {
    const { day, capacities, at } = this;
    if (day === null) return;
    for (const id of capacities.keys()) if (!day.has(id)) day.set(id, new CategoryLimit());
    for (const [id, limit] of day) limit.update(at, this.insideOf(id), capacities.get(id) ?? null);
  }
}
