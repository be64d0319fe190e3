import { SLOT_MS } from '../../../shared/reports/limits';
import type { CategoriesFigures, CategoryFigures, CategorySlot } from '../../figures';

/** How many people are inside, by category. Categories that are missing have nobody inside. */
export type PeopleInside = ReadonlyMap<number, number>;

interface Entry extends Pick<CategoryFigures, 'ins' | 'outs' | 'floored' | 'opening' | 'slots'> {
  inside: number | null;
}

/** What was counted of one category at one moment. */
export type CountedPeople = Pick<CategoryFigures, 'ins' | 'outs' | 'floored'>;

/**
 * The figures by category of one subject (an area or the venue) on one business day, while they are built. Categories
 * are numbers. The people inside are known of all categories or of none. Times are epoch ms and never decrease.
 */
export class CategoryDay {
  private readonly entries = new Map<number, Entry>();
  /** The people of a category without an entry: nobody, or unknown. */
  private readonly others: Entry;
  private isKnown: boolean;

  /**
   * @param wasKnown whether the people inside were known at the day's start
   * @param inside the people inside at the day's start, by category
   */
  constructor(
    private readonly startsAt: number,
    wasKnown: boolean,
    inside: PeopleInside = new Map(),
  ) {
    this.isKnown = wasKnown;
    this.others = newEntry(wasKnown ? 0 : null);
    for (const [category, people] of inside) {
      if (people === 0) continue;
      const entry = this.entryOf(category);
      entry.opening = wasKnown ? people : null;
      entry.inside = entry.opening;
    }
  }

  counted(at: number, category: number, { ins, outs, floored }: CountedPeople): void {
    const entry = this.entryOf(category);
    entry.ins += ins;
    entry.outs += outs;
    entry.floored += floored;
    const slot = this.slotOf(entry, at);
    slot[1] += ins;
    slot[2] += outs;
  }

  /** The number of people of one category inside has changed. */
  moved(at: number, category: number, people: number): void {
    if (people !== 0 || this.entries.has(category)) this.show(at, this.entryOf(category), people);
  }

  /** The numbers of people inside have changed, or became known or unknown. */
  set(at: number, isKnown: boolean, inside: PeopleInside): void {
    this.isKnown = isKnown;
    for (const [category, people] of inside) if (people !== 0) this.entryOf(category);
    for (const [category, entry] of this.entries) this.show(at, entry, inside.get(category) ?? 0);
    this.show(at, this.others, 0);
  }

  /** @param ids the categories' ids by their numbers */
  close(ids: readonly string[]): CategoriesFigures {
    const { opening, inside: closing, slots } = this.others;
    const list = [...this.entries]
      .map(([category, { inside, ...figures }]) => ({ categoryId: ids[category] ?? '', ...figures, closing: inside }))
      .toSorted((a, b) => (a.categoryId < b.categoryId ? -1 : 1));
    return { list, others: { opening, closing, slots } };
  }

  private show(at: number, entry: Entry, people: number): void {
    const inside = this.isKnown ? people : null;
    if (inside === entry.inside) return;
    this.slotOf(entry, at)[3] = inside;
    entry.inside = inside;
  }

  /** A category that appears during the day had nobody inside until then, as far as that was known. */
  private entryOf(category: number): Entry {
    let entry = this.entries.get(category);
    if (entry === undefined) {
      const { others } = this;
      const slots = others.slots.map((slot): CategorySlot => [...slot]);
      entry = { ...newEntry(others.opening), inside: others.inside, slots };
      this.entries.set(category, entry);
    }
    return entry;
  }

  private slotOf({ slots, inside }: Entry, at: number): CategorySlot {
    const number = this.numberOf(at);
    const last = slots.at(-1);
    if (last !== undefined && last[0] === number) return last;
    const slot: CategorySlot = [number, 0, 0, inside];
    slots.push(slot);
    return slot;
  }

  private numberOf(at: number): number {
    return Math.floor((at - this.startsAt) / SLOT_MS);
  }
}

const newEntry = (opening: number | null): Entry => ({
  ins: 0,
  outs: 0,
  floored: 0,
  opening,
  inside: opening,
  slots: [],
});
