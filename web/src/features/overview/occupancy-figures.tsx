import { clsx } from 'clsx';
import { formatCount } from '../../texts/format';
import { dialogTexts } from '../../texts/dialog-texts';
import { texts } from '../../texts/texts';
import { CapacityBar, LevelBadge } from '../counting/areas/capacity-bar';
import { InDoubt } from '../counting/areas/in-doubt';
import { forecastText, formatRate } from './format-flow';
import type { Movement } from './event-summary';
import { TrendLine } from './trend-line';

export interface OccupancyFiguresProps {
  name: string;
  occupancy: number;
  /** By how many people the number may be low. */
  lowBy: number;
  /** The capacity; null without a limit. */
  capacity: number | null;
  /** The capacity without the safety margin, if there is one. */
  allowed?: number | undefined;
  /** What `capacity` is, if it is not a capacity of its own. */
  capacityNote?: string | null;
  movement: Movement | null;
  live: boolean;
  /** Whether this is the venue, shown larger than its areas. */
  large?: boolean;
}

/**
 * Shows the flow on one line, or on two if one is too short. The dot between them is then hidden at the left edge of
 * the second line.
 */
function FlowText({ movement }: Pick<OccupancyFiguresProps, 'movement'>) {
  const words = dialogTexts.overview;
  if (!movement) return <span className="text-muted">{words.noFlow}</span>;
  const { rates, late } = movement;
  return (
    <span className="overflow-hidden text-muted">
      <span className="-ms-4 flex flex-wrap">
        <span className="ps-4">{words.flow(formatRate(rates.ins), formatRate(rates.outs))}</span>
        {late > 0 && (
          <span className="relative ps-4 before:absolute before:start-1.5 before:content-['·']">
            {words.late(formatCount(late))}
          </span>
        )}
      </span>
    </span>
  );
}

/**
 * Shows the number of people, the capacity, the level, the flow and the forecast of an area or the venue. Taps add and
 * remove no row.
 */
export function OccupancyFigures({
  name,
  occupancy,
  lowBy,
  capacity,
  allowed,
  capacityNote = null,
  movement,
  live,
  large = false,
}: OccupancyFiguresProps) {
  const limited = capacity !== null;
  return (
    <div className={clsx('grid grid-cols-[minmax(0,1fr)]', large ? 'gap-2' : 'gap-1.5 text-sm')}>
      <div className="flex min-h-6 flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h3 title={name} className="min-w-0 flex-1 basis-24 truncate text-base font-semibold">
          {name}
        </h3>
        {limited && <LevelBadge occupancy={occupancy} capacity={capacity} allowed={allowed} />}
      </div>
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-1">
        <p className="flex flex-wrap items-baseline gap-x-2 whitespace-nowrap tabular-nums">
          <span
            data-testid="crowd"
            className={clsx(
              'leading-none font-semibold tracking-[-0.03em]',
              large ? 'text-[min(2.25rem,12vw)] sm:text-5xl' : 'text-[min(1.5rem,12vw)]',
              !live && 'text-muted',
            )}
          >
            {formatCount(occupancy)}
          </span>
          {limited && <span className="text-muted">{texts.card.of(formatCount(capacity))}</span>}
          {capacityNote && <span className="text-sm text-muted">{capacityNote}</span>}
          <InDoubt people={lowBy} name={name} className="font-semibold whitespace-normal" />
        </p>
        {movement && (
          <TrendLine
            minutes={movement.minutes}
            capacity={capacity}
            className={clsx('min-w-20 flex-1', large ? 'h-14 max-w-xl' : 'h-8 max-w-32')}
          />
        )}
      </div>
      {limited && <CapacityBar occupancy={occupancy} capacity={capacity} allowed={allowed} live={live} />}
      <p className={clsx('flex justify-between gap-x-3 tabular-nums', large ? 'flex-wrap' : 'flex-col')}>
        <span className="font-semibold">{movement && forecastText(movement.rates, occupancy, capacity, lowBy)}</span>
        <FlowText movement={movement} />
      </p>
    </div>
  );
}
