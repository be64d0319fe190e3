import { clsx } from 'clsx';
import { type ComponentType, memo, Suspense, useRef } from 'react';
import type { Area } from '../../../../../src/shared/schemas/area';
import type { Direction } from '../../../../../src/shared/schemas/device';
import type { Hand } from '../../../device/hand';
import { formatCount, formatMoment, formatRecent } from '../../../texts/format';
import type { ShownArea } from '../../../realtime/view/reducer';
import type { AreaAction, AreaMenuProps } from './area-menu';
import { CapacityBar, LevelBadge, levelSurfaceClass } from './capacity-bar';
import { CardPads } from '../pads/card-pads';
import { useKeptFocus } from './use-kept-focus';
import { texts } from '../../../texts/app-texts';
import { IconButton } from '../../../ui/button';
import { Maximize2, Minimize2 } from '../../../ui/icons/counting';

declare module 'react' {
  /** Custom properties in `style`, which React sets as they are. */
  interface CSSProperties {
    '--chars'?: number;
  }
}

/** The whole screen, the only one, one of a few, one of many; or a row of a door's screen. */
export type CardSize = 'whole' | 'large' | 'regular' | 'dense' | 'row';

/** An area that people may move to. */
export type MoveTarget = Pick<Area, 'areaId' | 'areaName'>;

export interface MorePadsProps {
  area: Area;
  locked: boolean;
  direction: Direction;
  /** All areas, the same array every time; empty when people cannot move. */
  targets: readonly MoveTarget[];
  onTap: (areaId: string, change: number) => void;
  /** Moves one person from an area to another. */
  onMove: ((from: string, to: string) => void) | undefined;
}

export interface AreaCardProps {
  /** As shown: own taps included. */
  area: ShownArea;
  size?: CardSize;
  locked: boolean;
  direction?: Direction;
  hand?: Hand;
  /** False when the room is out of reach: the numbers are the last known ones, and look like it. */
  live?: boolean;
  /** Epoch ms at which they were right; null while they are live. */
  numbersFrom?: number | null;
  onTap: (areaId: string, change: number) => void;
  /** When the area can get the whole screen, and leave it. */
  onWholeScreen?: ((areaId: string | null) => void) | undefined;
  /** Pads for groups and transfers, if they are wanted; loaded separately. */
  MorePads?: ComponentType<MorePadsProps> | undefined;
  targets?: readonly MoveTarget[];
  onMove?: MorePadsProps['onMove'];
  /** For admins. */
  onManage?: ((action: AreaAction, area: Area) => void) | undefined;
  /** With `onManage`: people who may change nothing load no menu. */
  AreaMenu?: ComponentType<AreaMenuProps> | undefined;
}

const NO_TARGETS: readonly MoveTarget[] = [];

/** One area, made to be used without looking: the number can be read at arm's length, and the thumb finds the pad. */
export const AreaCard = memo(function AreaCard(props: AreaCardProps) {
  const { area, size = 'regular', locked, direction = 'both', hand = 'right', live = true, numbersFrom = null } = props;
  const { onTap, onWholeScreen, MorePads, targets = NO_TARGETS, onMove, onManage, AreaMenu } = props;
  const { areaId, areaName, capacity, currentOccupancy, totalEntries, lastUpdatedAt, unsentTaps = 0 } = area;
  const card = useRef<HTMLElement>(null);
  const count = formatCount(currentOccupancy);
  const dense = size === 'dense';
  const whole = size === 'whole';
  // A device that counts one direction is at a door, not between areas.
  const canMove = targets.length > 1 && direction === 'both';

  useKeptFocus(card);

  return (
    <article
      ref={card}
      tabIndex={-1}
      aria-label={areaName}
      data-area-id={areaId}
      className={clsx(
        '@container relative flex flex-col rounded-card shadow-lift has-[[role=menu]]:z-20',
        levelSurfaceClass,
        dense ? 'p-3' : 'p-4',
      )}
    >
      <div data-size={size} data-direction={direction} data-hand={hand} className="area-card grow px-1 [&>.pads]:-mx-1">
        <div className="head flex items-start justify-between gap-2 pb-1">
          <h2 className="line-clamp-2 min-w-0 text-lg leading-snug font-semibold tracking-tight" title={areaName}>
            {areaName}
          </h2>
          <span className="-my-2.5 -mr-2.5 flex">
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
        </div>
        <p className={clsx('of flex min-w-0 flex-wrap text-muted tabular-nums', dense && 'text-sm')}>
          <span className="min-w-0 wrap-anywhere">{texts.card.of(formatCount(capacity))}</span>
          {/* While live, unsent taps are delivered before anybody can read a message about them. */}
          {!live && unsentTaps > 0 && (
            <span className="shrink-0 font-semibold whitespace-pre text-ink">
              {' '}
              · {texts.card.unsent(formatCount(unsentTaps))}
            </span>
          )}
        </p>
        <div className="level">
          <LevelBadge occupancy={currentOccupancy} capacity={capacity} />
        </div>
        <div className={clsx('bar', !dense && 'pt-2')}>
          <CapacityBar occupancy={currentOccupancy} capacity={capacity} live={live} />
        </div>
        <dl
          className={clsx(
            'facts flex justify-between gap-x-3 whitespace-nowrap text-muted [&>div]:flex [&>div]:flex-col [&>div]:gap-x-1.5 [&_dt]:text-[0.92em] [&_dt]:leading-normal @[19rem]:[&>div]:flex-row @[19rem]:[&>div]:items-baseline',
            dense ? 'pt-1.5' : 'pt-2.5 pb-3',
          )}
          style={{ '--chars': formatCount(totalEntries).length }}
        >
          <div>
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
        <CardPads area={area} locked={locked} direction={direction} hand={hand} onTap={onTap} />
        {MorePads && (
          <div className="more pt-2.5">
            <Suspense fallback={<div className={canMove ? 'h-26' : 'h-12'} />}>
              <MorePads
                area={area}
                locked={locked}
                direction={direction}
                targets={canMove ? targets : NO_TARGETS}
                onTap={onTap}
                onMove={onMove}
              />
            </Suspense>
          </div>
        )}
      </div>
    </article>
  );
});

interface WholeScreenButtonProps {
  areaName: string;
  isOpen: boolean;
  onToggle: () => void;
}

/** One button for both directions, so that it keeps the focus. */
function WholeScreenButton({ areaName, isOpen, onToggle }: WholeScreenButtonProps) {
  const Icon = isOpen ? Minimize2 : Maximize2;
  return (
    <IconButton
      label={isOpen ? texts.count.leaveWholeScreen : texts.count.wholeScreen(areaName)}
      onClick={onToggle}
      className="text-muted hover:text-ink"
    >
      <Icon aria-hidden size={20} />
    </IconButton>
  );
}
