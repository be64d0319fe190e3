import { SLOT_MS } from '../../shared/limits';
import type { Category } from '../../shared/schemas/category';
import type { ReportCategory } from '../../shared/schemas/report';
import type { CategoryFigures, CategorySlot, SubjectFigures } from '../figures';
import type { DayPlace } from './interval-grid';

/** How many more numbers the columns of all areas' categories may have. */
export class ColumnLimit {
  constructor(private left: number) {}

  take(count: number): boolean {
    this.left -= count;
    return this.left >= 0;
  }
}

const COLUMNS = 3;
const NONE: Readonly<ReportCategory['intervals']> = { ins: [], outs: [], inside: [] };

/** The intervals of one category as columns. Days without the subject hold zeros. */
class CategoryColumns {
  private columns: ReportCategory['intervals'] | null = { ins: [], outs: [], inside: [] };

  constructor(private readonly limit: ColumnLimit) {}

  /** Appends the intervals of a day. Days must come in order. */
  add({ first, count, intervalMs }: DayPlace, { opening, slots }: Pick<CategoryFigures, 'opening' | 'slots'>): void {
    this.fillTo(first);
    if (this.columns === null) return;
    const slotsPerInterval = intervalMs / SLOT_MS;
    let [inside, slot] = [opening, 0];
    for (let index = 0; index < count; index++) {
      let [ins, outs] = [0, 0];
      const isLast = index === count - 1;
      for (
        let next = slots[slot];
        next !== undefined && (isLast || next[0] < (index + 1) * slotsPerInterval);
        next = slots[++slot]
      ) {
        ins += next[1];
        outs += next[2];
        inside = next[3];
      }
      this.push(ins, outs, inside);
    }
  }

  /** Returns the columns, each with `count` entries, or without entries if there were too many. */
  finish(count: number): ReportCategory['intervals'] {
    this.fillTo(count);
    return this.columns ?? NONE;
  }

  private fillTo(count: number): void {
    while (this.columns !== null && this.columns.ins.length < count) this.push(0, 0, 0);
  }

  private push(ins: number, outs: number, inside: number | null): void {
    if (!this.limit.take(COLUMNS)) this.columns = null;
    this.columns?.ins.push(ins);
    this.columns?.outs.push(outs);
    this.columns?.inside.push(inside);
  }
}

interface Totals {
  ins: number;
  outs: number;
  closing: number | null;
  intervals: CategoryColumns;
}

/** A day of the subject, kept until it is known which categories the report has. */
interface Gap {
  place: DayPlace;
  figures: Pick<CategoryFigures, 'opening' | 'slots' | 'closing'>;
}

/** Adds up the categories of one area, or of the venue, day by day. */
export class CategoryTotals {
  private readonly totals = new Map<string, Totals>();
  /** For each day so far: the people inside of a category that is not listed on that day. */
  private readonly gaps: Gap[] = [];

  constructor(private readonly limit: ColumnLimit) {}

  /** Adds the figures of a day. Days must come in order. */
  add(place: DayPlace, figures: SubjectFigures): void {
    const listed = new Map(figures.categories?.map((category) => [category.categoryId, category]));
    for (const categoryId of listed.keys()) this.totalsOf(categoryId);
    const gap = { place, figures: unlisted(figures) };
    this.gaps.push(gap);
    for (const [categoryId, totals] of this.totals) {
      const category = listed.get(categoryId);
      totals.ins += category?.ins ?? 0;
      totals.outs += category?.outs ?? 0;
      totals.closing = (category ?? gap.figures).closing;
      totals.intervals.add(place, category ?? gap.figures);
    }
  }

  /**
   * @param isThere whether the subject exists at the end; nobody is inside it otherwise
   * @param intervals the number of the report's intervals
   * @param known the event's categories, which give the names and the order
   */
  finish(isThere: boolean, intervals: number, known: readonly Category[]): ReportCategory[] | undefined {
    if (this.totals.size === 0) return undefined;
    const places = new Map(known.map(({ categoryId }, place) => [categoryId, place]));
    const names = new Map(known.map(({ categoryId, name }) => [categoryId, name]));
    const placeOf = (id: string): number => places.get(id) ?? known.length;
    const named = [...this.totals.values()].reduce((sum, { ins }) => sum + ins, 0);
    return [...this.totals]
      .toSorted(([a], [b]) => placeOf(a) - placeOf(b) || (a < b ? -1 : 1))
      .map(([categoryId, { ins, outs, closing, intervals: columns }]) => ({
        categoryId,
        // A database that was restored to an earlier state may not know a category any more.
        name: names.get(categoryId) ?? categoryId,
        ins,
        outs,
        closing: isThere ? closing : 0,
        share: named === 0 ? 0 : Math.round((ins / named) * 1000) / 10,
        intervals: columns.finish(intervals),
      }));
  }

  private totalsOf(categoryId: string): Totals {
    const known = this.totals.get(categoryId);
    if (known !== undefined) return known;
    const totals: Totals = { ins: 0, outs: 0, closing: 0, intervals: new CategoryColumns(this.limit) };
    for (const { place, figures } of this.gaps) totals.intervals.add(place, figures);
    this.totals.set(categoryId, totals);
    return totals;
  }
}

/**
 * The people inside of a category that a day does not list: nobody, while the people of the listed ones are known. A day
 * without any category says nothing about them, unless the subject was empty all day.
 */
function unlisted({ categories, opening, slots }: SubjectFigures): Gap['figures'] {
  const [listed] = categories ?? [];
  if (listed === undefined) {
    const inside = opening === 0 && slots.length === 0 ? 0 : null;
    return { opening: inside, closing: inside, slots: [] };
  }
  const of = (inside: number | null): number | null => (inside === null ? null : 0);
  return {
    opening: of(listed.opening),
    closing: of(listed.closing),
    slots: listed.slots.map(([number, , , inside]): CategorySlot => [number, 0, 0, of(inside)]),
  };
}
