import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { Area } from '../../../../../src/shared/schemas/area';
import { formatCount } from '../../../texts/format';
import { dialogTexts } from '../../../texts/dialog-texts';
import { ArrowRightLeft } from '../../../ui/icons/menus';
import { MissingDialog, preloadable } from '../../../ui/overlays/lazy-component';
import { Menu, type OpenMenu } from '../../../ui/overlays/menu';
import type { MorePadsProps as StepPadsProps, MoveTarget } from '../areas/area-card';
import { usePress } from '../press/use-press';

/**
 * The sizes of groups that arrive or leave together, in people. Each size has its own pad, so that no earlier choice
 * changes what the next tap counts.
 */
const GROUPS = [5, 10] as const;
/** With more target areas than this, a row of buttons does not fit. */
const MOVES_IN_SIGHT_MAX = 3;

/**
 * The pads below the main pads, for groups and for transfers to other areas. They count without a category, and say so
 * below pads by category.
 */
export function StepPads({ area, locked, direction, isUnnamed, targets, onTap, onMove }: StepPadsProps) {
  const { areaId, areaName, currentOccupancy } = area;
  return (
    <div className="grid touch-manipulation gap-2">
      {isUnnamed && <p className="text-xs text-muted">{dialogTexts.group.unnamed}</p>}
      <div className="grid auto-cols-fr grid-flow-col gap-2">
        {direction !== 'in' &&
          GROUPS.toReversed().map((people) => (
            <SmallPad
              key={people}
              label={dialogTexts.group.take(formatCount(people), areaName)}
              disabled={locked || currentOccupancy === 0}
              onPress={() => onTap(areaId, 0 - people)}
            >
              −{formatCount(people)}
            </SmallPad>
          ))}
        {direction !== 'out' &&
          GROUPS.map((people) => (
            <SmallPad
              key={people}
              label={dialogTexts.group.add(formatCount(people), areaName)}
              disabled={locked}
              isIn
              onPress={() => onTap(areaId, people)}
            >
              +{formatCount(people)}
            </SmallPad>
          ))}
      </div>
      {onMove && targets.length > 0 && (
        <Moves
          area={area}
          targets={targets.filter((other) => other.areaId !== areaId)}
          disabled={locked || currentOccupancy === 0}
          onMove={(to) => onMove(areaId, to)}
        />
      )}
    </div>
  );
}

export interface MovesProps {
  area: Area;
  targets: readonly MoveTarget[];
  disabled: boolean;
  onMove: (to: string) => void;
}

const [MoveMenuList, fetchMoveMenuList] = preloadable<OpenMenu & MovesProps>(
  async () => (await import('./move-menu-list')).MoveMenuList,
  MissingDialog,
);

export { fetchMoveMenuList };

/** The pads for transfers. With few areas each target has a button; with many, a menu lists the targets. */
function Moves(props: MovesProps) {
  const { area, targets, disabled, onMove } = props;
  if (targets.length > MOVES_IN_SIGHT_MAX) {
    return (
      <Menu
        label={dialogTexts.move.choose(area.areaName)}
        icon={<ArrowRightLeft aria-hidden size={20} />}
        className="justify-self-end"
        load={fetchMoveMenuList}
      >
        {(open) => <MoveMenuList {...open} {...props} />}
      </Menu>
    );
  }
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-2">
      {targets.map(({ areaId, areaName }) => (
        <SmallPad
          key={areaId}
          label={dialogTexts.move.toFrom(areaName, area.areaName)}
          disabled={disabled}
          onPress={() => onMove(areaId)}
        >
          <span className="line-clamp-2 text-base leading-tight whitespace-normal wrap-anywhere">
            {dialogTexts.move.short(areaName)}
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
