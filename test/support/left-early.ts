import { HOUR_MS } from '../../src/shared/durations';

/** People who left an area at one moment, of one category: nobody can tell them apart. */
interface Left {
  at: number;
  category: string | null;
  /** Who left when nobody was inside by the count, and was not given back. */
  open: number;
  given: number;
  /** How many of them each entry gave back, before any of their exits was undone. */
  by: Map<object, number>;
}

/** People who are given back; a negative number if that is taken back. */
export interface GivenBack {
  left: Left;
  people: number;
}

/** A tap out; epoch ms. */
interface Exit {
  at: number;
  receivedAt: number;
  category: string | null;
}

/** The events of these tests use UTC, and their day begins at six. */
export const dayAt = (at: number): string => new Date(at - 6 * HOUR_MS).toISOString().slice(0, 10);

/** When a tap out that was floored counts as made: when it arrived, if that was more than 5 s later on the same day. */
const flooredAt = ({ at, receivedAt }: Exit): number =>
  receivedAt - at > 5_000 && dayAt(receivedAt) === dayAt(at) ? receivedAt : at;

/** The rule C21 of docs/product.md in one area. An entry is any object that stands for it. */
export class LeftEarly {
  private all: Left[] = [];

  left(exit: Exit, people: number): void {
    const { category } = exit;
    const at = flooredAt(exit);
    const known = this.all.find((one) => one.at === at && one.category === category);
    if (known) known.open += people;
    else this.all.push({ at, category, open: people, given: 0, by: new Map() });
    this.all = this.all.toSorted((a, b) => a.at - b.at);
  }

  /** Returns the people that an entry of `people` at `at` gives back. */
  entered(entry: object, at: number, people: number): GivenBack[] {
    const later = this.all.filter((one) => one.at > at && dayAt(one.at) === dayAt(at));
    const back: GivenBack[] = [];
    for (const left of later) {
      const rest = people - back.reduce((sum, one) => sum + one.people, 0);
      const given = Math.min(rest, left.open);
      if (given === 0) continue;
      back.push({ left, people: given });
      left.by.set(entry, given);
    }
    this.apply(back);
    return back;
  }

  /** Who is taken back when an entry is undone. */
  ofEntry(entry: object): GivenBack[] {
    return this.all.flatMap((left) => {
      const people = Math.min(left.by.get(entry) ?? 0, left.given);
      return people === 0 ? [] : [{ left, people: 0 - people }];
    });
  }

  /** Who is taken back when an exit is undone of which `floored` people had not been inside. */
  ofExit(exit: Exit, floored: number): GivenBack[] {
    const left = this.leftBy(exit);
    if (!left) return [];
    const people = floored - Math.min(left.open, floored);
    return people === 0 ? [] : [{ left, people: 0 - people }];
  }

  apply(back: readonly GivenBack[]): void {
    for (const { left, people } of back) {
      left.given += people;
      left.open -= people;
    }
  }

  /** An exit is undone: nobody left. Called after `apply`. */
  nobodyLeft(exit: Exit, floored: number): void {
    const left = this.leftBy(exit);
    if (left) left.open -= floored;
  }

  private leftBy(exit: Exit): Left | undefined {
    return this.all.find((one) => one.at === flooredAt(exit) && one.category === exit.category);
  }
}
