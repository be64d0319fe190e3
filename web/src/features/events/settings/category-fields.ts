import { parseCapacity } from '../../../../../src/shared/rules/capacity';
import type { Categories, NewCategories } from '../../../../../src/shared/schemas/category';

/** The fields of a category as typed. An empty capacity means no limit. */
export interface CategoryFields {
  /** Identifies the row while the form is open. */
  readonly key: string;
  /** Undefined for a new category. */
  readonly categoryId: string | undefined;
  readonly name: string;
  readonly capacity: string;
}

export const newFields = (name = ''): CategoryFields => ({
  key: crypto.randomUUID(),
  categoryId: undefined,
  name,
  capacity: '',
});

export const fieldsOf = (categories: Categories | undefined): readonly CategoryFields[] =>
  (categories?.list ?? []).flatMap(({ categoryId, name, capacity, isRemoved }) =>
    isRemoved ? [] : [{ key: categoryId, categoryId, name, capacity: capacity === null ? '' : String(capacity) }],
  );

/** Returns the rows with one of them moved by that many places. */
export function moved(rows: readonly CategoryFields[], from: number, by: 1 | -1): readonly CategoryFields[] {
  const row = rows[from];
  const to = from + by;
  return row && to >= 0 && to < rows.length ? rows.toSpliced(from, 1).toSpliced(to, 0, row) : rows;
}

/** Reads the form. It leaves out rows in which nobody typed anything, and capacities unless exits name a category. */
export const typedCategories = (rows: readonly CategoryFields[], areOutsNamed: boolean): NewCategories => ({
  categories: rows
    .filter(({ categoryId, name, capacity }) => categoryId !== undefined || name.trim() !== '' || capacity !== '')
    .map(({ categoryId, name, capacity }) => ({
      ...(categoryId !== undefined && { categoryId }),
      name,
      capacity: areOutsNamed && capacity.trim() !== '' ? parseCapacity(capacity) : null,
    })),
  areOutsNamed,
});
