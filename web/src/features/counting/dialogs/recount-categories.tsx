import { CAPACITY_MAX } from '../../../../../src/shared/schemas/limits';
import { parseCapacity } from '../../../../../src/shared/rules/capacity';
import type { Recount } from '../../../../../src/shared/schemas/area';
import type { Category } from '../../../../../src/shared/schemas/category';
import { dialogTexts } from '../../../texts/dialog-texts';
import { formatCount } from '../../../texts/format';
import { controlClass, fieldLabelClass } from '../../../ui/forms/field';
import { WHOLE_NUMBER } from '../../../ui/forms/number-field';

/** The typed number of people by category id. */
export type TypedCategories = Readonly<Record<string, string>>;

/** Reads the typed numbers: undefined if nobody typed one. A field that is left empty means nobody. */
export function countedCategories(categories: readonly Category[], typed: TypedCategories): Recount['categories'] {
  const filled = categories.flatMap(({ categoryId }) => {
    const text = typed[categoryId] ?? '';
    return text.trim() === '' ? [] : [{ categoryId, occupancy: parseCapacity(text) }];
  });
  return filled.length === 0 ? undefined : filled;
}

export interface RecountCategoriesProps {
  /** The categories to which the counted people can belong. */
  categories: readonly Category[];
  typed: TypedCategories;
  onType: (typed: TypedCategories) => void;
}

/** Fields for how many of the counted people are of which category. */
export function RecountCategories({ categories, typed, onType }: RecountCategoriesProps) {
  const words = dialogTexts.recountCategories;
  const sum = countedCategories(categories, typed)?.reduce((people, { occupancy }) => people + occupancy, 0);
  return (
    <fieldset>
      <legend className={fieldLabelClass}>{words.legend}</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,8rem),1fr))] gap-2">
        {categories.map(({ categoryId, name }) => (
          <label key={categoryId} className="grid content-end gap-1 text-sm">
            <span className="line-clamp-2 wrap-anywhere">{name}</span>
            <input
              {...WHOLE_NUMBER}
              min={0}
              max={CAPACITY_MAX}
              value={typed[categoryId] ?? ''}
              onChange={({ target }) => onType({ ...typed, [categoryId]: target.value })}
              className={`${controlClass(false)} px-4`}
            />
          </label>
        ))}
      </div>
      <output className="mt-1.5 block text-sm text-muted">
        {sum === undefined && words.none}
        {sum !== undefined && !Number.isNaN(sum) && words.sum(formatCount(sum))}
      </output>
    </fieldset>
  );
}
