import { SLOT_MS } from '../../shared/limits';
import type { CategoryFigures, CategorySlot } from '../figures';

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
  /** The slots in which the people inside became known or unknown, with what they were at the slot's end. */
  private readonly turns: [slot: number, isKnown: boolean][] = [];
  private isKnown: boolean;

  /**
   * @param wasKnown whether the people inside were known at the day's start
   * @param inside the people inside at the day's start, by category
   */
  constructor(
    private readonly startsAt: number,
    private readonly wasKnown: boolean,
    inside: PeopleInside = new Map(),
  ) {
    this.isKnown = wasKnown;
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

  /** The number of people of one category inside has changed. Does nothing while it is unknown. */
  moved(at: number, category: number, people: number): void {
    if (this.isKnown) this.show(at, category, people);
  }

  /** The numbers of people inside have changed, or became known or unknown. */
  set(at: number, isKnown: boolean, inside: PeopleInside): void {
    if (isKnown !== this.isKnown) {
      this.isKnown = isKnown;
      const slot = this.numberOf(at);
      if (this.turns.at(-1)?.[0] === slot) this.turns.pop();
      this.turns.push([slot, isKnown]);
    }
    for (const [category, people] of inside) if (people !== 0) this.entryOf(category);
    for (const category of this.entries.keys()) this.show(at, category, inside.get(category) ?? 0);
  }

  /** @param ids the categories' ids by their numbers */
  close(ids: readonly string[]): CategoryFigures[] {
    return [...this.entries]
      .map(([category, { inside, ...figures }]) => ({ categoryId: ids[category] ?? '', ...figures, closing: inside }))
      .toSorted((a, b) => (a.categoryId < b.categoryId ? -1 : 1));
  }

  private show(at: number, category: number, people: number): void {
    const entry = this.entryOf(category);
    const inside = this.isKnown ? people : null;
    if (inside === entry.inside) return;
    this.slotOf(entry, at)[3] = inside;
    entry.inside = inside;
  }

  /** A category that appears during the day had nobody inside until then, as far as that was known. */
  private entryOf(category: number): Entry {
    let entry = this.entries.get(category);
    if (entry === undefined) {
      const of = (isKnown: boolean): number | null => (isKnown ? 0 : null);
      const slots = this.turns.map(([slot, isKnown]): CategorySlot => [slot, 0, 0, of(isKnown)]);
      entry = { ins: 0, outs: 0, floored: 0, opening: of(this.wasKnown), inside: of(this.isKnown), slots };
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
