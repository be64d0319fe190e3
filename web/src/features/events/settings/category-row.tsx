import { clsx } from 'clsx';
import { CAPACITY_MAX, CATEGORY_NAME_MAX_LENGTH } from '../../../../../src/shared/schemas/limits';
import { dialogTexts } from '../../../texts/dialog-texts';
import { IconButton } from '../../../ui/button';
import { controlClass } from '../../../ui/forms/field';
import { WHOLE_NUMBER } from '../../../ui/forms/number-field';
import { ArrowLeft } from '../../../ui/icons/arrows';
import { Trash2 } from '../../../ui/icons/menus';
import type { CategoryFields } from './category-fields';

export interface CategoryRowProps {
  row: CategoryFields;
  /** The place in the list, from 1. */
  place: number;
  isFirst: boolean;
  isLast: boolean;
  /** Whether categories can have a capacity. */
  hasCapacity: boolean;
  onChange: (typed: Partial<CategoryFields>) => void;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
}

/** One category in the form: name, capacity, place and removal. */
export function CategoryRow(props: CategoryRowProps) {
  const { row, place, isFirst, isLast, hasCapacity, onChange, onMove, onRemove } = props;
  const words = dialogTexts.categories;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_8rem] gap-x-2 gap-y-1">
      <input
        data-name
        aria-label={words.name(place)}
        placeholder={words.namePlaceholder}
        maxLength={CATEGORY_NAME_MAX_LENGTH}
        autoComplete="off"
        value={row.name}
        onChange={({ target }) => onChange({ name: target.value })}
        className={clsx(controlClass(false), 'px-4')}
      />
      <input
        aria-label={words.capacity(place)}
        placeholder={words.capacityPlaceholder}
        {...WHOLE_NUMBER}
        min={1}
        max={CAPACITY_MAX}
        disabled={!hasCapacity}
        value={hasCapacity ? row.capacity : ''}
        onChange={({ target }) => onChange({ capacity: target.value })}
        className={clsx(controlClass(false), 'px-2 disabled:opacity-50')}
      />
      <span className="col-span-full -mx-2 flex justify-end">
        {/* The buttons stay usable at both ends of the list, because a disabled button would lose the focus. */}
        <IconButton label={words.up(place)} aria-disabled={isFirst} onClick={() => onMove(-1)} className={ENDS}>
          <ArrowLeft size={20} className="rotate-90" />
        </IconButton>
        <IconButton label={words.down(place)} aria-disabled={isLast} onClick={() => onMove(1)} className={ENDS}>
          <ArrowLeft size={20} className="-rotate-90" />
        </IconButton>
        <IconButton label={words.remove(place)} onClick={onRemove}>
          <Trash2 size={20} />
        </IconButton>
      </span>
    </li>
  );
}

const ENDS = 'aria-disabled:opacity-45';
