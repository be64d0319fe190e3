import type { Categories, Category } from '../../../../../src/shared/schemas/category';
import type { Direction } from '../../../../../src/shared/schemas/device';

/** Stands for the categories of an event that has none. It is always the same object. */
export const NO_CATEGORIES: Categories = { list: [], areOutsNamed: false };

/** Returns the categories that have pads: removed ones do not. */
export const activeCategories = ({ list }: Categories): readonly Category[] =>
  list.filter(({ isRemoved }) => isRemoved !== true);

export interface PadGrid {
  /** How many pads are beside each other on one side. */
  readonly columns: number;
  readonly rows: number;
}

/**
 * Returns how the pads of a direction are arranged. A whole card and the wide side of a card have two columns. Two
 * equal sides on a phone have one while their rows leave the pads on the screen.
 */
export function padGrid(categories: number, direction: Direction, areOutsNamed: boolean): PadGrid {
  const isHalf = direction === 'both' && areOutsNamed;
  const columns = categories > (isHalf ? 4 : 1) ? 2 : 1;
  return { columns, rows: Math.ceil(categories / columns) };
}

/** Whether the device has pads by category. A device that counts exits only may have none. */
export const isSplit = (categories: Categories, direction: Direction): boolean =>
  activeCategories(categories).length > 0 && (direction !== 'out' || categories.areOutsNamed);

/** Returns the lowest height of the pads, as a CSS length: 3rem for each row, and 0.5rem between rows. */
export function padsHeight(categories: Categories, direction: Direction): string {
  if (!isSplit(categories, direction)) return '0rem';
  const { rows } = padGrid(activeCategories(categories).length, direction, categories.areOutsNamed);
  return `${rows * 3.5 - 0.5}rem`;
}
