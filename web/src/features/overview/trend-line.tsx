import { clsx } from 'clsx';
import { trendOf } from './flow-rates';
import type { FlowMinute } from '../../../../src/shared/schemas/flow';
import { formatCount } from '../../texts/format';
import { dialogTexts } from '../../texts/dialog-texts';

/** The units of the drawing, which is stretched to the size of its element. */
const WIDTH = 100;
const HEIGHT = 30;
/** The margin in these units, so that the line is not cut in half at an edge. */
const MARGIN = 1.5;

export interface TrendLineProps {
  minutes: readonly FlowMinute[];
  /** The capacity, drawn as a dashed line; null without one. */
  capacity: number | null;
  className?: string;
}

/** Draws the occupancy of the last hour, with the capacity if there is one. */
export function TrendLine({ minutes, capacity, className }: TrendLineProps) {
  const trend = trendOf(minutes);
  if (!trend) return null;
  const top = Math.max(trend.highest, capacity ?? 0, 1);
  const y = (people: number) => (MARGIN + (1 - people / top) * (HEIGHT - 2 * MARGIN)).toFixed(1);
  const step = WIDTH / Math.max(1, minutes.length - 1);
  const line = minutes.map(({ occupancy }, i) => `${(i * step).toFixed(1)} ${y(occupancy)}`).join('L');
  return (
    <svg
      role="img"
      aria-label={dialogTexts.overview.trend(
        formatCount(trend.first),
        formatCount(trend.last),
        formatCount(trend.highest),
      )}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={clsx('overflow-hidden', className)}
    >
      <path d={`M0 ${HEIGHT}L${line}L${WIDTH} ${HEIGHT}Z`} className="fill-sunken" />
      {capacity !== null && (
        <path
          d={`M0 ${y(capacity)}H${WIDTH}`}
          className="stroke-line-strong"
          strokeDasharray="3 3"
          vectorEffect="non-scaling-stroke"
        />
      )}
      <path
        d={`M${line}`}
        fill="none"
        className="stroke-ink"
        strokeWidth="1.75"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
