import { memo } from 'react';
import type { Area } from '../../../../src/shared/schemas/area';
import { formatCount, formatMoment } from '../../lib/format';
import { texts } from '../../lib/texts';
import { type AreaAction, AreaMenu } from './area-menu';
import { CapacityBar, LevelBadge } from './capacity-bar';
import { CountButton } from './count-button';

declare module 'react' {
  /** Custom properties in `style`, which React sets as they are. */
  interface CSSProperties {
    '--chars'?: number;
  }
}

export interface AreaCardProps {
  /** As it is shown: own taps included. */
  area: Area;
  locked: boolean;
  onTap: (areaId: string, change: number) => void;
  /** For admins. */
  onManage?: ((action: AreaAction, area: Area) => void) | undefined;
}

/** One area, made to be used without looking: the number is read at arm's length, the pad found by the thumb. */
export const AreaCard = memo(function AreaCard({ area, locked, onTap, onManage }: AreaCardProps) {
  const { areaId, areaName, capacity, currentOccupancy, totalEntries, lastUpdatedAt } = area;
  const count = formatCount(currentOccupancy);
  return (
    <article
      aria-label={areaName}
      className="@container relative flex flex-col rounded-card bg-surface p-4 pt-5 shadow-lift has-[[role=menu]]:z-20 sm:p-5"
    >
      <div className="flex items-start justify-between gap-3 px-1">
        <h2 className="line-clamp-2 text-lg leading-snug font-semibold tracking-tight">{areaName}</h2>
        <LevelBadge occupancy={currentOccupancy} capacity={capacity} />
        {onManage && <AreaMenu area={area} onManage={onManage} />}
      </div>
      <p className="mt-2 mb-3.5 flex flex-wrap items-baseline gap-x-3 gap-y-1 px-1 tabular-nums">
        <span
          data-testid="occupancy"
          className="count-size leading-none font-semibold tracking-[-0.045em]"
          style={{ '--chars': Math.max(count.length, 3) }}
        >
          {count}
        </span>
        <span className="text-lg text-muted">{texts.card.of(formatCount(capacity))}</span>
      </p>
      <div className="px-1">
        <CapacityBar occupancy={currentOccupancy} capacity={capacity} />
      </div>
      <dl className="mt-2.5 mb-3.5 flex flex-wrap justify-between gap-x-4 gap-y-1 px-1 text-sm text-muted">
        <div className="flex flex-wrap gap-x-1.5">
          <dt>{texts.card.totalIns}</dt>
          <dd className="font-semibold text-ink tabular-nums">{formatCount(totalEntries)}</dd>
        </div>
        <div className="flex flex-wrap gap-x-1.5">
          <dt>{texts.card.lastUpdated}</dt>
          <dd className="font-semibold text-ink tabular-nums">{formatMoment(lastUpdatedAt)}</dd>
        </div>
      </dl>
      <div className="mt-auto grid grid-cols-[minmax(4.5rem,1fr)_2.6fr] gap-2.5">
        <CountButton
          direction="out"
          areaName={areaName}
          locked={locked}
          disabled={currentOccupancy === 0}
          onCount={() => onTap(areaId, -1)}
        />
        <CountButton direction="in" areaName={areaName} locked={locked} onCount={() => onTap(areaId, 1)} />
      </div>
    </article>
  );
});
