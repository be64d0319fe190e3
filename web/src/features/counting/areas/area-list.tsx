import { clsx } from 'clsx';
import { type ComponentType, type ReactNode, Suspense, useState } from 'react';
import { isSideArea } from '../../../../../src/shared/evacuation/side-areas';
import type { Area } from '../../../../../src/shared/schemas/area';
import type { Categories } from '../../../../../src/shared/schemas/category';
import type { Direction } from '../../../../../src/shared/schemas/device';
import { useDevice } from '../../../device/device';
import { texts } from '../../../texts/app-texts';
import { Button } from '../../../ui/button';
import { EmptyState } from '../../../ui/empty-state';
import { LayoutGrid } from '../../../ui/icons/counting';
import { CardsSkeleton } from '../../../ui/skeleton';
import { LoadFailed } from '../../../ui/load-failed';
import { AreaCard, type CardSize, type MorePadsProps, type MoveTarget } from './area-card';
import type { AreaAction, AreaMenuProps } from './area-menu';
import { AreaRow } from './area-row';
import { activeCategories, NO_CATEGORIES } from '../categories/active-categories';
import { FailureLine } from './failure-line';
import { useWakeLock } from '../pads/use-wake-lock';
import { useWhenNoRecentTaps } from '../press/use-no-recent-taps';
import { useFirst } from './last-area';
import { type CountingOptions, useCounting } from '../pads/use-counting';

/** The actions of a member on areas, as far as the member may take them. */
export interface AreaAdmin {
  onAdd?: (() => void) | undefined;
  onManage?: ((action: AreaAction, area: Area) => void) | undefined;
  /** The form that creates the event's first area. Its code is loaded separately. */
  firstArea?: ReactNode;
  AreaMenu?: ComponentType<AreaMenuProps>;
}

/** The add button is at another place in each state of the list. The focus finds it by this id. */
const ADD_ID = 'add-area';

const NO_AREAS: readonly Area[] = [];

const GAPS: Record<CardSize, string> = {
  row: 'gap-2',
  dense: 'gap-3',
  regular: 'gap-4 sm:gap-5',
  large: 'gap-4 sm:gap-5',
  whole: 'gap-4 sm:gap-5',
};

/** From this number of areas on, showing more cards at once matters more than large cards. */
const DENSE_FROM = 9;

/** @param isSplit whether there are pads by category, which fit neither into a row nor beside a number */
function cardSize(areas: number, isDoor: boolean, isSplit: boolean): CardSize {
  if (isDoor && !isSplit) return 'row';
  if (areas === 1) return 'large';
  return areas < DENSE_FROM || isSplit ? 'regular' : 'dense';
}

/**
 * Returns the card size for the number of areas. The size changes only when nobody has tapped recently, so that no pad
 * moves from under a thumb.
 */
const useCardSize = (areas: number, isDoor: boolean, isSplit: boolean): CardSize =>
  useWhenNoRecentTaps(cardSize(areas, isDoor, isSplit));

export interface AreaListProps {
  /** The areas; null until they are known. */
  areas: readonly Area[] | null;
  /** When this value changes, the cards are mounted again. */
  listKey?: number | undefined;
  loadFailed: boolean;
  /** Shows rows instead of cards, because on a door's screen pads come first. */
  isDoor?: boolean;
  locked: boolean;
  live: boolean;
  /** The time in epoch ms at which the numbers were correct; null while they are live. */
  numbersFrom?: number | null;
  /** The event's categories. They must be the same object until they change. */
  categories?: Categories | undefined;
  /**
   * Must be the same function on every render: a new one would render all cards again. Undefined for users who only watch:
   * they have no pads.
   */
  onTap: ((areaId: string, change: number, category?: string) => void) | undefined;
  /** Must be the same function on every render, like `onTap`. */
  onTransfer?: (fromAreaId: string, toAreaId: string, people: number, category?: string) => void;
  onRetry: () => void;
  /** The area that is open on the whole screen; null for none. */
  wholeAreaId?: string | null;
  /** The area of this device's door, listed first; null for none. */
  firstAreaId?: string | null;
  onWholeScreen?: ((areaId: string | null) => void) | undefined;
  /** Pads for groups and transfers on each card. Their code is loaded separately. */
  MorePads?: ComponentType<MorePadsProps> | undefined;
  /** The actions on areas, for members only. */
  admin?: AreaAdmin | undefined;
  /** The directions that the pads count, if they are not those of this device's settings. */
  direction?: Direction | undefined;
  /** Whether people leave because of an evacuation or drill: then the large pads count out. */
  isLeaving?: boolean | undefined;
  /** The areas into which an order in force lets nobody. */
  closedIds?: ReadonlySet<string>;
  /** What the numbers mean in an evacuation or drill (area-card.tsx). */
  meaning?: string | undefined;
}

const NONE_CLOSED: ReadonlySet<string> = new Set();

export function AreaList({
  areas,
  listKey,
  loadFailed,
  isDoor = false,
  categories: newest = NO_CATEGORIES,
  firstAreaId = null,
  onRetry,
  ...counting
}: AreaListProps) {
  const { admin, wholeAreaId = null } = counting;
  // No pad changes its category under a thumb. Meanwhile the room counts a removed category as none.
  const categories = useWhenNoRecentTaps(newest);
  const listSize = useCardSize(areas?.length ?? 0, isDoor, activeCategories(categories).length > 0);
  const keepAwake = useWakeLock();
  const ordered = useFirst(areas ?? NO_AREAS, firstAreaId, useWhenNoRecentTaps(Number(isDoor)) === 1);
  if (loadFailed && !areas) return <LoadFailed text={texts.areas.loadFailed} onRetry={onRetry} />;
  if (!areas) return <CardsSkeleton label={texts.areas.loading} />;
  if (wholeAreaId !== null && !areas.some(({ areaId }) => areaId === wholeAreaId)) {
    // Do not show the other areas here, because the next tap would count in one of them.
    return (
      <EmptyState text={texts.count.gone}>
        <Button onClick={() => counting.onWholeScreen?.(null)}>{texts.count.allAreas}</Button>
      </EmptyState>
    );
  }
  if (areas.length === 0) {
    return (
      <EmptyState text={texts.areas.none} icon={<LayoutGrid size={28} />}>
        {/* The button comes with the form above it: the form would move it from under a press. */}
        {admin?.onAdd && (
          <Suspense fallback={<div className="h-80" />}>
            {admin.firstArea}
            <Button id={ADD_ID} variant={admin.firstArea ? 'quiet' : 'primary'} onClick={admin.onAdd}>
              {texts.areas.addNew}
            </Button>
          </Suspense>
        )}
      </EmptyState>
    );
  }
  const size = wholeAreaId === null ? listSize : 'whole';
  return (
    <>
      <FailureLine text={loadFailed ? texts.areas.loadFailed : null} onRetry={onRetry} />
      <AreaCards
        key={listKey}
        areas={ordered}
        size={size}
        categories={categories}
        keepAwake={keepAwake}
        {...counting}
      />
    </>
  );
}

type AreaCardsProps = Omit<CountingOptions, 'all' | 'direction'> &
  Pick<
    AreaListProps,
    | 'live'
    | 'numbersFrom'
    | 'wholeAreaId'
    | 'onWholeScreen'
    | 'MorePads'
    | 'admin'
    | 'direction'
    | 'isLeaving'
    | 'closedIds'
    | 'meaning'
  > & {
    size: CardSize;
  };

/**
 * Returns the areas with their names. The array stays the same until an area is added, deleted or renamed, so that a
 * tap renders no other card again.
 */
function useTargets(areas: readonly MoveTarget[]): readonly MoveTarget[] {
  const [held, setHeld] = useState(areas);
  const isSame =
    held.length === areas.length &&
    held.every(({ areaId, areaName }, i) => areaId === areas[i]?.areaId && areaName === areas[i].areaName);
  if (!isSame) setHeld(areas);
  return isSame ? held : areas;
}

function AreaCards(props: AreaCardsProps) {
  const { size, categories, live, numbersFrom = null, admin, isLeaving = false, ...others } = props;
  const { closedIds = NONE_CLOSED, meaning, ...counting } = others;
  const { areas: all, locked, wholeAreaId = null, onWholeScreen, MorePads } = counting;
  const device = useDevice();
  const { hand } = device;
  const { direction = device.direction } = props;
  const isRow = size === 'row';
  const areas = wholeAreaId === null ? all : all.filter(({ areaId }) => areaId === wholeAreaId);
  const targets = useTargets(all);
  const { tap, move, announcement } = useCounting({ ...counting, areas, all, categories, direction });
  const Card = isRow ? AreaRow : AreaCard;
  const adding = admin?.onAdd && size !== 'whole' && (
    <button
      type="button"
      id={ADD_ID}
      onClick={admin.onAdd}
      className={clsx(
        'touch-pad rounded-card border-2 border-dashed border-line px-5 font-semibold text-muted transition-colors hover:border-line-strong hover:text-ink active:bg-sunken',
        isRow ? 'mt-2 min-h-12' : 'min-h-18',
      )}
    >
      {texts.areas.addNew}
    </button>
  );
  return (
    <>
      <div className={clsx('area-cards-place', size === 'whole' && 'is-whole')}>
        <div data-size={size} className={clsx('area-cards grid', GAPS[size])}>
          {areas.map((area) => (
            <Card
              key={area.areaId}
              area={area}
              size={size}
              locked={locked}
              direction={direction}
              hand={hand}
              isLeaving={isLeaving}
              isClosed={closedIds.has(area.areaId)}
              meaning={meaning}
              live={live}
              numbersFrom={live ? null : numbersFrom}
              categories={categories}
              onTap={counting.onTap && tap}
              onWholeScreen={onWholeScreen}
              MorePads={MorePads}
              targets={targets}
              onMove={move}
              // The server knows no side area: only the event's areas can be changed.
              onManage={isSideArea(area.areaId) ? undefined : admin?.onManage}
              AreaMenu={admin?.AreaMenu}
            />
          ))}
          {/* Rows share the height equally, so the button stands outside the grid of rows. */}
          {!isRow && adding}
          <output className="sr-only">{announcement}</output>
        </div>
      </div>
      {isRow && adding}
    </>
  );
}
