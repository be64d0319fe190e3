import { clsx } from 'clsx';
import { type ReactNode, Suspense, useState } from 'react';
import type { Area } from '../../../../../src/shared/schemas/area';
import { formatCount } from '../../../texts/format';
import { dialogTexts } from '../../../texts/dialog-texts';
import { ArrowRightLeft } from '../../../ui/icons/menus';
import { MissingDialog, preloadable } from '../../../ui/overlays/lazy-component';
import { Menu, type OpenMenu } from '../../../ui/overlays/menu';
import type { MorePadsProps as StepPadsProps, MoveTarget } from '../areas/area-card';
import { activeCategories, isSplit } from '../categories/active-categories';
import type { CategoryChoiceProps } from '../categories/category-choice';
import { usePress } from '../press/use-press';

/**
 * The sizes of groups that arrive or leave together, in people. Each size has its own pad, so that no earlier choice
 * changes what the next tap counts.
 */
const GROUPS = [5, 10] as const;
/** With more target areas than this, a row of buttons does not fit. */
const MOVES_IN_SIGHT_MAX = 3;

/** A press that waits for its category. */
type Asked = Pick<CategoryChoiceProps, 'title' | 'onChoose'>;

/**
 * The pads below the main pads, for groups and for transfers to other areas. With categories, a press asks which one the
 * people have. An exit does not if the event's exits name none.
 */
export function StepPads({ area, categories, locked, direction, targets, onTap, onMove }: StepPadsProps) {
  const { areaId, areaName, currentOccupancy } = area;
  const [asked, setAsked] = useState<Asked | null>(null);

  function countGroup(title: string, change: number) {
    if (!isSplit(categories, change > 0 ? 'in' : 'out')) onTap(areaId, change);
    else setAsked({ title, onChoose: (category) => onTap(areaId, change, category) });
  }
  function move(to: MoveTarget) {
    if (activeCategories(categories).length === 0) onMove?.(areaId, to.areaId);
    else {
      const title = dialogTexts.move.toFrom(to.areaName, areaName);
      setAsked({ title, onChoose: (category) => onMove?.(areaId, to.areaId, category) });
    }
  }
  const groupPad = (people: number, change: number, label: string) => (
    <SmallPad
      key={change}
      label={label}
      disabled={locked || (change < 0 && currentOccupancy === 0)}
      isIn={change > 0}
      onPress={() => countGroup(label, change)}
    >
      {change > 0 ? '+' : '−'}
      {formatCount(people)}
    </SmallPad>
  );

  return (
    <div className="grid touch-manipulation gap-2">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,3.75rem),1fr))] gap-2">
        {direction !== 'in' &&
          GROUPS.toReversed().map((people) =>
            groupPad(people, -people, dialogTexts.group.take(formatCount(people), areaName)),
          )}
        {direction !== 'out' &&
          GROUPS.map((people) => groupPad(people, people, dialogTexts.group.add(formatCount(people), areaName)))}
      </div>
      {onMove && targets.length > 0 && (
        <Moves
          area={area}
          targets={targets.filter((other) => other.areaId !== areaId)}
          disabled={locked || currentOccupancy === 0}
          onMove={move}
        />
      )}
      <Suspense>
        {asked && <CategoryChoice {...asked} categories={categories} onClose={() => setAsked(null)} />}
      </Suspense>
    </div>
  );
}

export interface MovesProps {
  area: Area;
  targets: readonly MoveTarget[];
  disabled: boolean;
  onMove: (to: MoveTarget) => void;
}

const [MoveMenuList, fetchMoveMenuList] = preloadable<OpenMenu & MovesProps>(
  async () => (await import('./move-menu-list')).MoveMenuList,
  MissingDialog,
);

const [CategoryChoice, fetchCategoryChoice] = preloadable<CategoryChoiceProps>(
  async () => (await import('../categories/category-choice')).CategoryChoice,
  MissingDialog,
);

/** Loads what opens on a press, so that it opens without a network. */
export const fetchOpenedParts = () => Promise.all([fetchMoveMenuList(), fetchCategoryChoice()]);

/** The pads for transfers. With few areas each target has a button; with many, a menu lists the targets. */
function Moves(props: MovesProps) {
  const { area, targets, disabled, onMove } = props;
  if (targets.length > MOVES_IN_SIGHT_MAX) {
    return (
      <Menu
        label={dialogTexts.move.choose(area.areaName)}
        icon={<ArrowRightLeft size={20} />}
        className="justify-self-end"
        load={fetchMoveMenuList}
      >
        {(open) => <MoveMenuList {...open} {...props} />}
      </Menu>
    );
  }
  return (
    <div className="moves grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-2">
      {targets.map((target) => (
        <SmallPad
          key={target.areaId}
          label={dialogTexts.move.toFrom(target.areaName, area.areaName)}
          disabled={disabled}
          onPress={() => onMove(target)}
        >
          <span
            title={dialogTexts.move.short(target.areaName)}
            className="line-clamp-2 text-sm leading-tight whitespace-normal wrap-anywhere"
          >
            {dialogTexts.move.short(target.areaName)}
          </span>
        </SmallPad>
      ))}
    </div>
  );
}

interface SmallPadProps {
  label: string;
  disabled: boolean;
  isIn?: boolean;
  onPress: () => void;
  children: ReactNode;
}

function SmallPad({ label, disabled, isIn = false, onPress, children }: SmallPadProps) {
  const { pressed, handlers } = usePress(onPress, disabled);
  return (
    <button
      type="button"
      aria-label={label}
      disabled={disabled}
      className={clsx(
        'touch-pad disabled:pointer-events-none min-h-12 min-w-0 rounded-field px-1 text-lg font-semibold whitespace-nowrap tabular-nums disabled:opacity-50',
        isIn ? 'bg-good-soft text-good' : 'bg-sunken text-ink',
        pressed && 'bg-sunken-strong!',
      )}
      {...handlers}
    >
      {children}
    </button>
  );
}
