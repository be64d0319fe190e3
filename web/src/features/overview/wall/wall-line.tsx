import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { formatCount, formatPercent } from '../../../texts/format';
import { inLocale } from '../../../texts/texts';
import { occupancyPercent } from '../../../ui/occupancy-level';
import { InDoubt } from '../../counting/areas/in-doubt';
import { BellRing } from '../../../ui/icons/alerts';
import type { Movement } from '../event-summary';
import { formatRate } from '../format-flow';
import { TrendLine } from '../trend-line';
import { type WallLevel, wallLevel } from './wall-order';
import { wallTexts } from '../../../texts/wall-texts';

/** Each level has its own outline, so that it can be told without color. */
const SHAPES: Record<WallLevel, ReactNode> = {
  unknown: (
    <>
      <rect x="4" y="4" width="92" height="92" rx="16" />
      <path d="M36 38a14 14 0 1 1 21 13c-5 3-7 6-7 10M50 76v1" className="mark" />
    </>
  ),
  open: <circle cx="50" cy="50" r="41" className="line" />,
  normal: (
    <>
      <circle cx="50" cy="50" r="46" />
      <path d="M28 53 44 69 73 35" className="mark" />
    </>
  ),
  warning: (
    <>
      <path d="M50 5 98 93H2Z" />
      <path d="M50 37v25M50 77v1" className="mark" />
    </>
  ),
  danger: (
    <>
      <path d="M50 1 99 50 50 99 1 50Z" />
      <path d="M50 27v28M50 72v1" className="mark" />
    </>
  ),
  full: (
    <>
      <path d="M31 4h38l27 27v38L69 96H31L4 69V31Z" />
      <path d="M25 50h50" className="mark" />
    </>
  ),
};

const LevelShape = ({ level }: { level: WallLevel }) => (
  <svg role="img" aria-label={wallTexts.levels[level]} viewBox="0 0 100 100" className="wall-shape">
    {SHAPES[level]}
  </svg>
);

/** From here on a number is shortened, so that it fits. */
const SHORT_FROM = 1_000_000;
const shortened = inLocale(
  (locale) => new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }),
);

/** Formats a number of people for the wall: a million and more as '1.2M'. */
export const formatWallCount = (people: number): string =>
  people < SHORT_FROM ? formatCount(people) : shortened().format(people);

/** A difference of in and out below this many people per minute counts as steady. */
const STEADY_BELOW = 0.5;
const ARROWS = { up: '▲', down: '▼', steady: '■' } as const;

function trendOf({ rates: { ins, outs } }: Movement): keyof typeof ARROWS {
  if (Math.abs(ins - outs) < STEADY_BELOW) return 'steady';
  return ins > outs ? 'up' : 'down';
}

interface WallFlowProps extends Pick<WallLineProps, 'name' | 'lowBy'> {
  movement: Movement | null;
}

/** Says how many people come and go in a minute, and which of them are more; of a number in doubt, how many may be missing. */
export function WallFlow({ movement, name, lowBy }: WallFlowProps) {
  if (lowBy > 0) return <InDoubt isShort people={lowBy} name={name} className="wall-doubt" />;
  if (!movement) return <span className="wall-flow" />;
  const [ins, outs] = [formatRate(movement.rates.ins), formatRate(movement.rates.outs)];
  const trend = trendOf(movement);
  return (
    <span className="wall-flow">
      <span className="sr-only">{`${wallTexts.flow(ins, outs)}, ${wallTexts.trends[trend]}`}</span>
      <span aria-hidden className="wall-rates">
        <span dir="ltr">+{ins}</span>
        <span dir="ltr">−{outs}</span>
      </span>
      <span aria-hidden className="wall-arrow" data-trend={trend}>
        {ARROWS[trend]}
      </span>
    </span>
  );
}

export interface WallLineProps {
  name: string;
  /** The heading of a tile, or the name of an area. */
  as: 'h2' | 'span';
  /** Null while it is unknown. */
  occupancy: number | null;
  /** By how many people the number may be low. */
  lowBy: number;
  /** Null without a limit. */
  capacity: number | null;
  /** The level of the shape; without it, that of the number. */
  level?: WallLevel;
  /** What stands in the shape's place; false for the shape. */
  shape?: ReactNode;
  movement: Movement | null;
  live: boolean;
  /** Whether an alert of this place is not acknowledged. */
  hasAlert: boolean;
  isWide: boolean;
}

/** Returns how full a place is; null without a limit. Staff and margin can leave a venue no capacity at all. */
export function wallPercent(occupancy: number | null, capacity: number | null): number | null {
  if (occupancy === null || capacity === null) return null;
  return capacity === 0 && occupancy > 0 ? 100 : occupancyPercent(occupancy, capacity);
}

const Bell = () => <BellRing aria-label={wallTexts.hasAlert} role="img" className="wall-bell" />;

/** One line of the wall: name, number, percentage, bar, trend, and how many people come and go in a minute. */
export function WallLine(props: WallLineProps) {
  const { name, as: Name, occupancy, lowBy, capacity, movement, live, hasAlert, isWide } = props;
  const own = occupancy === null ? 'unknown' : wallLevel(occupancy, capacity);
  const percent = wallPercent(occupancy, capacity);
  return (
    <div className={clsx('wall-line', isWide && 'wall-wide')} data-level={own} data-live={live}>
      {props.shape || <LevelShape level={props.level ?? own} />}
      <Name dir="auto" className="wall-name" title={name}>
        {name}
      </Name>
      {(isWide || Name === 'h2') && hasAlert && <Bell />}
      {isWide && movement && lowBy === 0 && (
        <TrendLine minutes={movement.minutes} capacity={capacity} className="wall-trend" />
      )}
      {isWide && <WallFlow movement={live ? movement : null} name={name} lowBy={lowBy} />}
      <span className="wall-number" title={occupancy === null ? undefined : formatCount(occupancy)} data-testid="crowd">
        {occupancy === null ? '–' : formatWallCount(occupancy)}
      </span>
      {/* A narrow tile has the venue's percentage and flow in its note. */}
      {(isWide || Name === 'span') && (
        <span className="wall-side">
          <span className="wall-percent">
            {!isWide && hasAlert && <Bell />}
            {percent !== null && formatPercent(percent)}
          </span>
          {!isWide && <WallFlow movement={live ? movement : null} name={name} lowBy={lowBy} />}
        </span>
      )}
      {percent !== null && (
        <span aria-hidden className="wall-bar">
          <span style={{ width: `${Math.min(100, percent)}%` }} />
        </span>
      )}
    </div>
  );
}
