import { clsx } from 'clsx';
import type { Area } from '../../../../../src/shared/schemas/area';
import type { Categories, Category } from '../../../../../src/shared/schemas/category';
import type { Direction } from '../../../../../src/shared/schemas/device';
import { texts } from '../../../texts/texts';
import { usePress } from '../press/use-press';
import { activeCategories, padGrid } from './active-categories';

export interface CategoryPadsProps {
  area: Area;
  categories: Categories;
  /** The direction that the pads count. */
  side: 'in' | 'out';
  /** The direction or directions that the device counts. */
  direction: Direction;
  locked: boolean;
  /** Marks the pads for entries while nobody may come in. */
  isAgainstOrder?: boolean;
  onTap: (areaId: string, change: number, category?: string) => void;
}

/** One pad for each category, in the place of the pad of a direction. Each press counts one person of the category. */
export function CategoryPads(props: CategoryPadsProps) {
  const { area, categories, side, direction, locked, isAgainstOrder = false, onTap } = props;
  const { areaId, areaName, currentOccupancy } = area;
  const active = activeCategories(categories);
  const { columns } = padGrid(active.length, direction, categories.areOutsNamed);
  const change = side === 'in' ? 1 : -1;
  const label = side === 'in' ? texts.card.addOne(areaName) : texts.card.takeOne(areaName);
  return (
    <div
      role="group"
      aria-label={label}
      className={clsx(
        'category-pads grid min-w-0 gap-2',
        isAgainstOrder && 'rounded-field outline-4 outline-offset-1 outline-bad outline-dashed',
      )}
      style={{ '--columns': columns }}
    >
      {active.map((category, place) => (
        <CategoryPad
          key={category.categoryId}
          category={category}
          keys={side === 'in' ? `${place + 1}` : `Shift+${place + 1}`}
          side={side}
          label={label}
          locked={locked}
          // The pad stays enabled when nobody of the category is inside: a person who leaves must be counted even if an
          // earlier tap named the wrong category.
          disabled={side === 'out' && currentOccupancy === 0}
          onCount={() => onTap(areaId, change, category.categoryId)}
        />
      ))}
    </div>
  );
}

/** A name with more characters does not fit into two lines of the largest font on a phone. */
const SHORT_NAME_LENGTH = 22;

interface CategoryPadProps {
  category: Category;
  /** The keys that do the same (use-count-keys.ts), as `aria-keyshortcuts` has them. */
  keys: string;
  side: 'in' | 'out';
  label: string;
  locked: boolean;
  disabled: boolean;
  onCount: () => void;
}

function CategoryPad({ category: { name }, keys, side, label, locked, disabled, onCount }: CategoryPadProps) {
  const inactive = locked || disabled;
  const isIn = side === 'in';
  const { pressed, handlers } = usePress(onCount, inactive);
  return (
    <button
      type="button"
      aria-label={`${label}: ${name}${locked ? `. ${texts.card.locked}` : ''}`}
      aria-keyshortcuts={keys}
      title={name}
      data-long={name.length > SHORT_NAME_LENGTH ? '' : undefined}
      disabled={inactive}
      className={clsx(
        'touch-pad category-pad disabled:pointer-events-none grid min-h-12 min-w-0 place-items-center rounded-field px-0.5 text-center font-semibold transition-[scale] duration-100',
        isIn && !inactive ? 'bg-accent text-on-accent' : 'bg-sunken text-ink',
        inactive && 'text-muted! opacity-50',
        pressed && 'scale-[0.97] duration-0!',
        pressed && (isIn ? 'bg-accent-lit! text-on-accent-lit!' : 'bg-sunken-strong!'),
      )}
      {...handlers}
    >
      <span className="line-clamp-2 max-w-full leading-tight wrap-anywhere">
        <span className="sign">{isIn ? '+' : '−'}</span> {name}
      </span>
    </button>
  );
}
