import { SLOT_MS } from '../../shared/reports/limits';
import type { Category } from '../../shared/schemas/category';
import type { ReportCategory } from '../../shared/schemas/report';
import { categoryShare } from '../../shared/sealed/rounded-share';
import type { InsideFigures, SubjectFigures } from '../figures';
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
const NONE: Readonly<ReportCategory['intervals']> = { ins: [], outs: [], occupancy: [] };

/** The intervals of one category as columns. Days without the subject hold zeros. */
class CategoryColumns {
  private columns: ReportCategory['intervals'] | null = { ins: [], outs: [], occupancy: [] };

  constructor(private readonly limit: ColumnLimit) {}

  /** Appends the intervals of a day. Days must come in order. */
  add({ first, count, intervalMs }: DayPlace, { opening, slots }: InsideFigures): void {
    this.fillTo(first);
    if (this.columns === null) return;
    const slotsPerInterval = intervalMs / SLOT_MS;
    let [inside, slot] = [opening, 0];
    for (let index = 0; index < count; index++) {
      let [ins, outs] = [0, 0];
      // Slots of a whole hour or day stand at its end, which can be after the end of a running day.
      const end = index === count - 1 ? Infinity : (index + 1) * slotsPerInterval;
      for (let next = slots[slot]; next !== undefined && next[0] < end; next = slots[++slot]) {
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
    this.columns?.occupancy.push(inside);
  }
}

interface Totals {
  ins: number;
  outs: number;
  closing: number | null;
  intervals: CategoryColumns;
}

/** A day of the subject as a category sees it that the day does not list. */
interface Gap {
  place: DayPlace;
  inside: InsideFigures;
}

/** Adds up the categories of one area, or of the venue, day by day. */
export class CategoryTotals {
  private readonly totals = new Map<string, Totals>();
  /** For each day so far: the people inside of a category that is not listed on that day. */
  private readonly gaps: Gap[] = [];

  constructor(private readonly limit: ColumnLimit) {}

  /** Adds the figures of a day. Days must come in order. */
  add(place: DayPlace, figures: SubjectFigures): void {
    const listed = new Map(figures.categories?.list.map((category) => [category.categoryId, category]));
    for (const categoryId of listed.keys()) this.totalsOf(categoryId);
    const inside = figures.categories?.others ?? insideOf(figures);
    this.gaps.push({ place, inside });
    for (const [categoryId, totals] of this.totals) {
      const category = listed.get(categoryId);
      totals.ins += category?.ins ?? 0;
      totals.outs += category?.outs ?? 0;
      totals.closing = (category ?? inside).closing;
      totals.intervals.add(place, category ?? inside);
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
        share: categoryShare(ins, named),
        intervals: columns.finish(intervals),
      }));
  }

  private totalsOf(categoryId: string): Totals {
    const known = this.totals.get(categoryId);
    if (known !== undefined) return known;
    const totals: Totals = { ins: 0, outs: 0, closing: 0, intervals: new CategoryColumns(this.limit) };
    for (const { place, inside } of this.gaps) totals.intervals.add(place, inside);
    this.totals.set(categoryId, totals);
    return totals;
  }
}

/** A day without categories says nothing about the people inside, unless the subject was empty all day. */
function insideOf({ opening, slots }: SubjectFigures): InsideFigures {
  const people = opening === 0 && slots.length === 0 ? 0 : null;
  return { opening: people, closing: people, slots: [] };
}
