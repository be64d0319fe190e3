import * as z from 'zod/mini';

/** Exits of an area that were floored, as the room remembers them (docs/decisions/0048). */

/** Exits of one category within a time. Mostly it is one exit, and then `from` and `to` are equal; epoch ms. */
export interface Floor {
  readonly from: number;
  readonly to: number;
  /** Floored people who were not given back. */
  readonly open: number;
  /** People who were given back. */
  readonly given: number;
  /** Null for exits without a category. */
  readonly category: string | null;
}

/** In order of `from`. The times of two floors of one category do not overlap. */
export type Floors = readonly Floor[];

/** An area remembers at most this many. Beyond, those that are close to each other become one. */
export const FLOORS_MAX = 64;

const Int = z.int();
const Count = z.int().check(z.nonnegative());

/** Floors as JSON, in the log and in the column `floors` of an area. */
export const FloorsTextSchema = z
  .array(z.tuple([Int, Int, Count, Count, z.nullable(z.string())]))
  .check(z.maxLength(FLOORS_MAX));
type FloorsText = z.infer<typeof FloorsTextSchema>;

export const toFloorsText = (floors: Floors): FloorsText =>
  floors.map(({ from, to, open, given, category }) => [from, to, open, given, category]);

export const fromFloorsText = (text: FloorsText): Floors =>
  text.map(([from, to, open, given, category]) => ({ from, to, open, given, category }));

export const writeFloors = (floors: Floors | null): string | null =>
  floors === null ? null : JSON.stringify(toFloorsText(floors));

/** Throws if {@link writeFloors} cannot have written the text. */
export const readFloors = (text: string | null): Floors | null =>
  text === null ? null : fromFloorsText(z.parse(FloorsTextSchema, JSON.parse(text)));
