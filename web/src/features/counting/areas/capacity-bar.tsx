import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { DANGER_ABOVE_PERCENT, WARNING_ABOVE_PERCENT } from '../../../../../src/shared/schemas/limits';
import { occupancyLevel, type OccupancyLevel, occupancyPercent } from '../../../ui/occupancy-level';
import { texts } from '../../../texts/texts';
import { Badge, type Tone } from '../../../ui/badge';
import { CircleAlert, TriangleAlert } from '../../../ui/icons/counting';
import { type CapacityProps, levelText, shortLevelText } from './level-text';

const FILLS: Record<OccupancyLevel, string> = { normal: 'bg-bar-normal', warning: 'bg-bar-warn', danger: 'bg-bar-bad' };
const TONES: Record<OccupancyLevel, Tone> = { normal: 'neutral', warning: 'warn', danger: 'bad' };
const ICONS: Record<OccupancyLevel, ReactNode> = {
  normal: null,
  warning: <TriangleAlert size={14} />,
  danger: <CircleAlert size={14} />,
};

/** Shows the level in words, because not everybody can tell the colors apart. */
export function LevelBadge({ occupancy, capacity, allowed }: CapacityProps) {
  const level = occupancyLevel(occupancy, capacity);
  return (
    <Badge tone={TONES[level]} icon={ICONS[level]} className="tabular-nums">
      {levelText({ occupancy, capacity, allowed })}
    </Badge>
  );
}

/** Keeps the place of a badge and of a bar where nothing says how full an area is, so that no pad moves. */
export const NoLevelBadge = () => (
  <Badge tone="neutral" className="invisible">
    –
  </Badge>
);
export const NoCapacityBar = () => <div className="h-2.5" />;

const WORD_TONES: Record<OccupancyLevel, string> = {
  normal: 'text-muted',
  warning: 'font-semibold text-warn',
  danger: 'font-semibold text-bad',
};

/**
 * Shows the level in fewer words, where a badge does not fit. Screen readers get the full text from the capacity bar.
 */
export function LevelWords({ occupancy, capacity, allowed }: CapacityProps) {
  const level = occupancyLevel(occupancy, capacity);
  return (
    <span className={clsx('inline-flex shrink-0 items-center gap-1 whitespace-nowrap tabular-nums', WORD_TONES[level])}>
      {ICONS[level]}
      {shortLevelText({ occupancy, capacity, allowed })}
    </span>
  );
}

/** Colors the background of a card by the level of its bar, because a color can be seen from further away than text. */
export const levelSurfaceClass =
  'bg-surface transition-colors has-[[data-level=warning]]:bg-warn-soft has-[[data-level=danger]]:bg-bad-soft';

/** A bar of the occupancy. Its marks show where warning and danger begin, so that the shape shows the level, too. */
export function CapacityBar({ occupancy, capacity, allowed, live = true }: CapacityProps & { live?: boolean }) {
  const percent = Math.min(100, occupancyPercent(occupancy, capacity));
  const level = occupancyLevel(occupancy, capacity);
  return (
    <div
      data-level={level}
      className="mirrors relative h-2.5 overflow-hidden rounded-full bg-sunken forced-colors:border"
    >
      <meter
        className="sr-only"
        aria-label={texts.card.occupancy}
        min={0}
        max={100}
        value={Math.floor(percent)}
        aria-valuetext={levelText({ occupancy, capacity, allowed })}
      />
      <div
        className={clsx(
          'h-full rounded-full transition-[translate] duration-150 forced-colors:bg-[Highlight] forced-colors:forced-color-adjust-none',
          FILLS[level],
          !live && 'opacity-50',
        )}
        // Moving the bar instead of changing its width needs no layout.
        style={{ translate: `${percent - 100}%` }}
      />
      {[WARNING_ABOVE_PERCENT, DANGER_ABOVE_PERCENT].map((mark) => (
        <span
          key={mark}
          aria-hidden
          className="absolute inset-y-0 w-0.5 bg-surface forced-colors:bg-[CanvasText] forced-colors:forced-color-adjust-none"
          style={{ left: `${mark}%` }}
        />
      ))}
    </div>
  );
}
