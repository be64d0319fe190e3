import type { Category } from '../../shared/schemas/category';
import type { ReportCategoryLimit } from '../../shared/schemas/report';
import { isOver } from '../days/over-periods';
import type { DayFigures } from '../figures';
import { capacityFrom, type CapacityHistory } from './capacity-history';
import { type ListLimit, OverList } from './over-list';

interface Total {
  capacities: CapacityHistory;
  secondsAbove: number;
  secondsUnknown: number;
  over: OverList;
  goesOn: boolean;
}

/** Adds up the times above the capacities of categories in the venue, day by day. */
export class CategoryLimitTotals {
  private readonly totals = new Map<string, Total>();

  constructor(private readonly listLimit: ListLimit) {}

  /** Adds the figures of a day. Days must come in order. */
  add(day: DayFigures): void {
    const { categories, categoryLimits = [] } = day.venue;
    for (const [id, total] of this.totals) {
      total.goesOn = false;
      const isGone = categoryLimits.every(({ categoryId }) => categoryId !== id);
      if (isGone) capacityFrom(total.capacities, day.startsAt, null);
    }
    for (const { categoryId, capacities, secondsAbove, secondsUnknown, over } of categoryLimits) {
      const total = this.totalOf(categoryId);
      for (const { at, capacity } of capacities) capacityFrom(total.capacities, at, capacity);
      total.secondsAbove += secondsAbove;
      total.secondsUnknown += secondsUnknown;
      total.over.add(day, { over, seconds: secondsAbove });
      const people = categories?.list.find((category) => category.categoryId === categoryId)?.closing ?? 0;
      total.goesOn = day.until < day.endsAt && isOver(people, capacities.at(-1)?.capacity ?? null);
    }
  }

  /** @param known the event's categories, which give the names and the order */
  finish(known: readonly Category[]): { categoryLimits?: ReportCategoryLimit[] } {
    if (this.totals.size === 0) return {};
    const places = new Map(known.map(({ categoryId }, place) => [categoryId, place]));
    const placeOf = ([id]: readonly [string, Total]): number => places.get(id) ?? known.length;
    const categoryLimits = [...this.totals]
      .toSorted((a, b) => placeOf(a) - placeOf(b))
      .map(([categoryId, { over, goesOn, ...total }]) => ({
        categoryId,
        // A database that was restored to an earlier state may not know a category any more.
        name: known.find((category) => category.categoryId === categoryId)?.name ?? categoryId,
        ...total,
        periods: over.finish(goesOn),
      }));
    return { categoryLimits };
  }

  private totalOf(categoryId: string): Total {
    const known = this.totals.get(categoryId);
    if (known !== undefined) return known;
    const over = new OverList(this.listLimit);
    const total: Total = { capacities: [], secondsAbove: 0, secondsUnknown: 0, over, goesOn: false };
    this.totals.set(categoryId, total);
    return total;
  }
}
