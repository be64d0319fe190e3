import { clsx } from 'clsx';
import { type ComponentType, memo, Suspense, useRef } from 'react';
import type { Area } from '../../../../../src/shared/schemas/area';
import type { Categories } from '../../../../../src/shared/schemas/category';
import type { Direction } from '../../../../../src/shared/schemas/device';
import { type Hand, rowsFor } from '../../../device/hand';
import { formatCount, formatMoment, formatRecent } from '../../../texts/format';
import type { ShownArea } from '../../../realtime/view/reducer';
import type { AreaAction, AreaMenuProps } from './area-menu';
import { CapacityBar, LevelBadge, levelSurfaceClass, NoCapacityBar, NoLevelBadge } from './capacity-bar';
import { CardPads } from '../pads/card-pads';
import { activeCategories, NO_CATEGORIES, padsHeight } from '../categories/active-categories';
import type { CategoryFiguresProps } from '../categories/category-figures';
import { InDoubt } from './in-doubt';
import { useKeptFocus } from './use-kept-focus';
import { texts } from '../../../texts/app-texts';
import { lazyComponent } from '../../../ui/overlays/lazy-component';
import { IconButton } from '../../../ui/button';
import { Maximize2, Minimize2 } from '../../../ui/icons/counting';

declare module 'react' {
  /** Lets `style` take custom properties, which React sets unchanged. */
  interface CSSProperties {
    '--chars'?: number;
    '--columns'?: number;
    '--pads-min'?: string;
  }
}

/**
 * The size of a card: 'whole' fills the screen, 'large' is the only area, 'regular' is one of a few, 'dense' is one of
 * many, 'row' is a row of a door's screen.
 */
export type CardSize = 'whole' | 'large' | 'regular' | 'dense' | 'row';

/** An area to which people can be moved. */
export type MoveTarget = Pick<Area, 'areaId' | 'areaName'>;

export interface MorePadsProps {
  area: Area;
  locked: boolean;
  direction: Direction;
  /** The event's categories: presses that could name one ask for it. */
  categories: Categories;
  /** All areas. Must be the same array on every render. Empty if people cannot be moved. */
  targets: readonly MoveTarget[];
  onTap: (areaId: string, change: number, category?: string) => void;
  /** Moves one person from an area to another. */
  onMove: ((from: string, to: string, category?: string) => void) | undefined;
}

export interface AreaCardProps {
  /** The area as shown, with the unsent taps of this page included. */
  area: ShownArea;
  size?: CardSize;
  locked: boolean;
  direction?: Direction;
  hand?: Hand;
  isLeaving?: boolean;
  /** Whether an order in force lets nobody in here. */
  isClosed?: boolean;
  /**
   * What the number means in an evacuation or drill: then nothing says how full the area is, because that is about letting
   * people in. Undefined otherwise.
   */
  meaning?: string | undefined;
  /** False while the room cannot be reached. The card then shows the last known numbers in a muted style. */
  live?: boolean;
  /** The time in epoch ms at which the numbers were correct; null while they are live. */
  numbersFrom?: number | null;
  /** The event's categories. Must be the same object on every render. */
  categories?: Categories;
  /** Undefined for users who only watch: then there are no pads. */
  onTap: ((areaId: string, change: number, category?: string) => void) | undefined;
  /** Opens the area on the whole screen, and closes it with null. Undefined if the area has no such view. */
  onWholeScreen?: ((areaId: string | null) => void) | undefined;
  /** Pads for groups and transfers, if they are switched on. Their code is loaded separately. */
  MorePads?: ComponentType<MorePadsProps> | undefined;
  targets?: readonly MoveTarget[];
  onMove?: MorePadsProps['onMove'];
  /** Opens a dialog of the area. Only members have it. */
  onManage?: ((action: AreaAction, area: Area) => void) | undefined;
  /** The options menu, given together with `onManage`. Its code is loaded for members only. */
  AreaMenu?: ComponentType<AreaMenuProps> | undefined;
}

const NO_TARGETS: readonly MoveTarget[] = [];

/**
 * One area, made to be used without looking at it: the number can be read at arm's length, and the thumb finds the pad.
 */
export const AreaCard = memo(function AreaCard(props: AreaCardProps) {
  const { area, size = 'regular', locked, direction = 'both', hand = 'right', live = true, numbersFrom = null } = props;
  const {
    categories = NO_CATEGORIES,
    onTap,
    onWholeScreen,
    MorePads,
    onMove,
    onManage,
    AreaMenu,
    isLeaving = false,
    isClosed = false,
    meaning,
  } = props;
  const { targets = NO_TARGETS } = props;
  const {
    areaId,
    areaName,
    capacity,
    currentOccupancy,
    totalEntries,
    lastUpdatedAt,
    unsentTaps = 0,
    mayBeLowBy = 0,
  } = area;
  const card = useRef<HTMLElement>(null);
  const count = formatCount(currentOccupancy);
  const dense = size === 'dense';
  const whole = size === 'whole';
  // A device that counts one direction stands at a door, where nobody moves between areas.
  const canMove = targets.length > 1 && direction === 'both';

  useKeptFocus(card);

  return (
    <article
      ref={card}
      tabIndex={-1}
      aria-label={areaName}
      data-area-id={areaId}
      className={clsx(
        '@container relative flex flex-col rounded-card shadow-lift',
        levelSurfaceClass,
        dense ? 'p-3' : 'p-4',
      )}
    >
      <div
        data-size={size}
        data-direction={direction}
        data-hand={rowsFor(hand)}
        className="area-card grow px-1 [&>.pads]:-mx-1"
        style={{ '--pads-min': padsHeight(categories, direction) }}
      >
        <div className="head flex items-start justify-between gap-2 pb-1">
          <h2 className="line-clamp-2 min-w-0 text-lg leading-snug font-semibold tracking-tight" title={areaName}>
            {areaName}
          </h2>
          <span className="relative z-1 -my-2.5 -me-2.5 flex">
            {onWholeScreen && (
              <WholeScreenButton
                areaName={areaName}
                isOpen={whole}
                onToggle={() => onWholeScreen(whole ? null : areaId)}
              />
            )}
            {onManage && AreaMenu && <AreaMenu area={area} onManage={onManage} />}
          </span>
        </div>
        <div className="count">
          <p
            data-testid="occupancy"
            className={clsx(
              'leading-none font-semibold tracking-[-0.045em] tabular-nums transition-colors',
              !live && 'text-muted',
            )}
            style={{ '--chars': Math.max(count.length, 3) }}
          >
            {count}
          </p>
          {!dense && <InDoubt people={mayBeLowBy} name={areaName} />}
        </div>
        <p className={clsx('of flex min-w-0 flex-wrap text-muted tabular-nums', dense && 'text-sm')}>
          <span className={clsx('min-w-0 wrap-anywhere', meaning !== undefined && 'font-semibold text-ink')}>
            {dense && mayBeLowBy > 0 ? null : (meaning ?? texts.card.of(formatCount(capacity)))}
            {dense && <InDoubt isShort people={mayBeLowBy} name={areaName} />}
          </span>
          {/* While live, unsent taps are delivered before anybody could read this text. */}
          {!live && unsentTaps > 0 && (
            <span className="shrink-0 font-semibold whitespace-pre text-ink">
              {' '}
              · {texts.card.unsent(formatCount(unsentTaps))}
            </span>
          )}
        </p>
        <div className="level">
          {meaning === undefined ? <LevelBadge occupancy={currentOccupancy} capacity={capacity} /> : <NoLevelBadge />}
        </div>
        <div className={clsx('bar', !dense && 'pt-2')}>
          {meaning === undefined ? (
            <CapacityBar occupancy={currentOccupancy} capacity={capacity} live={live} />
          ) : (
            <NoCapacityBar />
          )}
        </div>
        <dl
          className={clsx(
            'facts flex justify-between gap-x-3 whitespace-nowrap text-muted [&>div]:flex [&>div]:min-w-0 [&>div]:flex-col [&>div]:gap-x-1.5 [&_dt]:truncate [&_dt]:text-[0.92em] [&_dt]:leading-normal @[19rem]:[&>div]:flex-row @[19rem]:[&>div]:items-baseline',
            dense ? 'pt-1.5' : 'pt-2.5 pb-3',
          )}
          style={{ '--chars': formatCount(totalEntries).length }}
        >
          <div className={clsx(meaning !== undefined && 'invisible')}>
            <dt>{texts.card.totalIns}</dt>
            <dd className="font-semibold text-ink tabular-nums">{formatCount(totalEntries)}</dd>
          </div>
          <div>
            <dt>{live ? texts.card.lastUpdated : texts.card.lastSynced}</dt>
            <dd className={clsx('font-semibold tabular-nums', live && 'text-ink')}>
              {live || numbersFrom === null ? formatMoment(lastUpdatedAt) : formatRecent(numbersFrom)}
            </dd>
          </div>
        </dl>
        {onTap && (
          <CardPads
            area={area}
            categories={categories}
            locked={locked}
            direction={direction}
            hand={rowsFor(hand)}
            isLeaving={isLeaving}
            isClosed={isClosed}
            onTap={onTap}
          />
        )}
        {MorePads && onTap && (
          <div className="more pt-2.5">
            <Suspense fallback={<div className={canMove ? 'h-26' : 'h-12'} />}>
              <MorePads
                area={area}
                locked={locked}
                direction={direction}
                categories={categories}
                targets={canMove ? targets : NO_TARGETS}
                onTap={onTap}
                onMove={onMove}
              />
            </Suspense>
          </div>
        )}
        {area.categories && activeCategories(categories).length > 0 && (
          <div className="figures pt-2.5">
            <CategoryFiguresPlace
              name={areaName}
              categories={categories}
              counts={area.categories}
              occupancy={currentOccupancy}
              live={live}
              folds={whole}
            />
          </div>
        )}
      </div>
    </article>
  );
});

const LateFigures = lazyComponent<CategoryFiguresProps>(
  async () => (await import('../categories/category-figures')).CategoryFigures,
  () => null,
);

/** The figures by category, loaded after the pads. Their room is kept free from the start, so that no pad moves. */
function CategoryFiguresPlace(props: CategoryFiguresProps) {
  const lines = activeCategories(props.categories).length + 1;
  return (
    <Suspense fallback={<div style={{ height: props.folds ? '2.75rem' : `${lines * 1.25}rem` }} />}>
      <LateFigures {...props} />
    </Suspense>
  );
}

interface WholeScreenButtonProps {
  areaName: string;
  isOpen: boolean;
  onToggle: () => void;
}

/** The button for both opening and closing the whole screen. As a single button it keeps the focus. */
function WholeScreenButton({ areaName, isOpen, onToggle }: WholeScreenButtonProps) {
  const Icon = isOpen ? Minimize2 : Maximize2;
  return (
    <IconButton
      label={isOpen ? texts.count.leaveWholeScreen : texts.count.wholeScreen(areaName)}
      onClick={onToggle}
      className="text-muted hover:text-ink"
    >
      <Icon size={20} />
    </IconButton>
  );
}
