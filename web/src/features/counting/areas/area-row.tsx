import { clsx } from 'clsx';
import { memo, useRef } from 'react';
import { rowsFor } from '../../../device/hand';
import { formatCount } from '../../../texts/format';
import { texts } from '../../../texts/app-texts';
import type { AreaCardProps } from './area-card';
import { CapacityBar, levelSurfaceClass, LevelWords, NoCapacityBar } from './capacity-bar';
import { NO_CATEGORIES } from '../categories/active-categories';
import { CardPads } from '../pads/card-pads';
import { InDoubt } from './in-doubt';
import { useKeptFocus } from './use-kept-focus';
import { isStrayPress } from '../press/use-press';

/** A name of at most this many characters fits on one line beside the pads of a narrow phone. */
const SHORT_NAME = 12;

/**
 * One of several areas at a door. The row shows the pads and what counting needs. Opening the area shows the rest. The
 * areas of an event with categories have cards instead.
 */
export const AreaRow = memo(function AreaRow(props: AreaCardProps) {
  const {
    area,
    locked,
    direction = 'both',
    hand = 'right',
    isLeaving = false,
    isClosed = false,
    meaning,
    live = true,
    onTap,
    onWholeScreen,
    onManage,
    AreaMenu,
  } = props;
  const { areaId, areaName, capacity, currentOccupancy, unsentTaps = 0, mayBeLowBy = 0 } = area;
  const row = useRef<HTMLElement>(null);
  useKeptFocus(row);
  const count = formatCount(currentOccupancy);
  return (
    <article
      ref={row}
      tabIndex={-1}
      aria-label={areaName}
      data-area-id={areaId}
      className={clsx('area-row-place relative rounded-card shadow-lift', levelSurfaceClass)}
    >
      <div className="area-row-frame">
        <div data-direction={direction} data-hand={rowsFor(hand)} className="area-row h-full p-2">
          <h2 className="head min-w-0 text-base leading-tight font-semibold tracking-tight" title={areaName}>
            <button
              type="button"
              aria-label={texts.count.wholeScreen(areaName)}
              // The whole row except the pads opens the area.
              className={clsx(
                "touch-pad line-clamp-1 text-start after:absolute after:inset-0 after:content-['']",
                areaName.length > SHORT_NAME && 'long',
              )}
              onClick={(event) => isStrayPress(event) || onWholeScreen?.(areaId)}
            >
              {areaName}
            </button>
          </h2>
          {onManage && AreaMenu && (
            <span className="menu relative z-1">
              <AreaMenu area={area} onManage={onManage} />
            </span>
          )}
          <div className="count">
            <p
              data-testid="occupancy"
              className={clsx('leading-none font-semibold tracking-[-0.045em] tabular-nums', !live && 'text-muted')}
              style={{ '--chars': Math.max(count.length, 3) }}
            >
              {count}
            </p>
          </div>
          {/* This line keeps its height: what does not fit is not shown, the doubt about the number before the level, and the level before the capacity. */}
          <p className="of flex min-w-0 flex-wrap items-center gap-x-1.5 overflow-hidden text-xs whitespace-nowrap text-muted tabular-nums">
            <InDoubt isShort people={mayBeLowBy} name={areaName} />
            {!live && unsentTaps > 0 ? (
              <span className="max-w-full truncate font-semibold text-ink">
                {texts.card.unsent(formatCount(unsentTaps))}
              </span>
            ) : meaning === undefined ? (
              <LevelWords occupancy={currentOccupancy} capacity={capacity} />
            ) : (
              <span className="max-w-full truncate font-semibold text-ink">{meaning}</span>
            )}
            {meaning === undefined && mayBeLowBy === 0 && (
              <span className="max-w-full truncate tracking-tight">{texts.card.of(formatCount(capacity))}</span>
            )}
          </p>
          <div className="bar">
            {meaning === undefined ? (
              <CapacityBar occupancy={currentOccupancy} capacity={capacity} live={live} />
            ) : (
              <NoCapacityBar />
            )}
          </div>
          {onTap && (
            <CardPads
              area={area}
              categories={NO_CATEGORIES}
              locked={locked}
              direction={direction}
              hand={rowsFor(hand)}
              isLeaving={isLeaving}
              isClosed={isClosed}
              onTap={onTap}
            />
          )}
        </div>
      </div>
    </article>
  );
});
