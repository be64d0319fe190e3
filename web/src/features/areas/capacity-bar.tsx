import { clsx } from 'clsx';
import { CircleAlert, TriangleAlert } from 'lucide-react';
import { DANGER_ABOVE_PERCENT, WARNING_ABOVE_PERCENT } from '../../../../src/shared/limits';
import { occupancyLevel, type OccupancyLevel, occupancyPercent } from '../../../../src/shared/rules/occupancy-level';
import { formatPercent } from '../../lib/format';
import { texts } from '../../lib/texts';

const FILLS: Record<OccupancyLevel, string> = { normal: 'bg-bar-normal', warning: 'bg-bar-warn', danger: 'bg-bar-bad' };
const WORDS: Record<OccupancyLevel, string> = { normal: 'text-muted', warning: 'text-warn', danger: 'text-bad' };

function levelText(level: OccupancyLevel, percent: number): string {
  if (percent > 100) return texts.card.level.over(formatPercent(percent));
  if (percent === 100) return texts.card.level.full;
  return texts.card.level[level](formatPercent(percent));
}

function LevelIcon({ level }: { level: OccupancyLevel }) {
  if (level === 'warning') return <TriangleAlert aria-hidden size={16} />;
  if (level === 'danger') return <CircleAlert aria-hidden size={16} />;
  return null;
}

export interface CapacityBarProps {
  occupancy: number;
  capacity: number;
}

/** Level by colour, by words, by icon, and by the marks that the bar passes. */
export function CapacityBar({ occupancy, capacity }: CapacityBarProps) {
  const percent = occupancyPercent(occupancy, capacity);
  const level = occupancyLevel(occupancy, capacity);
  const text = levelText(level, percent);
  return (
    <div>
      <div
        role="meter"
        aria-label={texts.areas.capacity}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.min(100, Math.floor(percent))}
        aria-valuetext={text}
        data-level={level}
        className="relative h-2.5 overflow-hidden rounded-full bg-sunken"
      >
        <div
          className={clsx('h-full origin-left rounded-full transition-[width] duration-150', FILLS[level])}
          style={{ width: `${Math.min(100, percent)}%` }}
        />
        {[WARNING_ABOVE_PERCENT, DANGER_ABOVE_PERCENT].map((mark) => (
          <span key={mark} aria-hidden className="absolute inset-y-0 w-0.5 bg-surface" style={{ left: `${mark}%` }} />
        ))}
      </div>
      <p aria-hidden className={clsx('mt-2 flex items-center gap-1.5 text-sm font-medium tabular-nums', WORDS[level])}>
        <LevelIcon level={level} />
        {text}
      </p>
    </div>
  );
}
