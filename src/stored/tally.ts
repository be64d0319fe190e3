import * as z from 'zod/mini';

/** An area's counts by category, next to the area's own (docs/decisions/0032). */

/** The counts of one category: the people inside are `ins` − `outs` + `floored` + `adjustments`, as for an area. */
export interface CategorySums {
  ins: number;
  outs: number;
  floored: number;
  adjustments: number;
}

export interface Tally {
  /** By category id. The people without a category are the area's counts minus these. */
  readonly categories: ReadonlyMap<string, Readonly<CategorySums>>;
  /**
   * People who were counted in and out without a category since the area's people were last known by category. Undone
   * taps do not count.
   */
  readonly unnamed: { readonly ins: number; readonly outs: number };
  /** People are inside of whom nobody said the category: from before the first category, or from a recount. */
  readonly isUncertain: boolean;
}

const Int = z.int();

/** A tally as JSON, in the log and in the column `categories` of an area. */
export const TallyTextSchema = z.tuple([
  z.array(z.tuple([z.string(), Int, Int, Int, Int])),
  z.tuple([Int, Int]),
  z.boolean(),
]);
type TallyText = z.infer<typeof TallyTextSchema>;

export const toTallyText = ({ categories, unnamed, isUncertain }: Tally): TallyText => [
  [...categories].map(([id, { ins, outs, floored, adjustments }]) => [id, ins, outs, floored, adjustments]),
  [unnamed.ins, unnamed.outs],
  isUncertain,
];

export const fromTallyText = ([categories, [ins, outs], isUncertain]: TallyText): Tally => ({
  categories: new Map(
    categories.map(([id, entries, exits, floored, adjustments]) => [
      id,
      { ins: entries, outs: exits, floored, adjustments },
    ]),
  ),
  unnamed: { ins, outs },
  isUncertain,
});

export const writeTally = (tally: Tally | null): string | null =>
  tally === null ? null : JSON.stringify(toTallyText(tally));

/** Throws if {@link writeTally} cannot have written the text. */
export const readTally = (text: string | null): Tally | null =>
  text === null ? null : fromTallyText(z.parse(TallyTextSchema, JSON.parse(text)));
