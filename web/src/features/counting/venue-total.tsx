import { clsx } from 'clsx';
import { usableCapacity, venueOccupancy, venueSettingsOf } from '../../../../src/shared/rules/venue-capacity';
import type { Area } from '../../../../src/shared/schemas/area';
import type { Event } from '../../../../src/shared/schemas/event';
import type { VenueSettings } from '../../../../src/shared/schemas/venue-settings';
import { formatCount, formatPercent } from '../../lib/format';
import { texts } from '../../lib/app-texts';
import { Badge } from '../../ui/badge';
import { CapacityBar, LevelBadge } from '../areas/capacity-bar';
import { useWhenCalm } from '../areas/use-calm';

type Shape = 'none' | 'total' | 'capacity';

/** One area without a capacity above it is its own total. */
function shapeOf(areas: number, usable: number | null): Shape {
  if (areas === 0) return 'none';
  if (usable !== null) return 'capacity';
  return areas > 1 ? 'total' : 'none';
}

/** The strip comes, goes and grows once that moves no pad from under a thumb that counts. */
const useShape = (areas: number, usable: number | null): Shape => useWhenCalm(shapeOf(areas, usable));

/** What is taken off the venue's capacity, in words; null where nothing is. */
function deductionOf({ capacity, staffAllowance, safetyMarginPercent }: VenueSettings): string | null {
  if (capacity === null || (staffAllowance === 0 && safetyMarginPercent === 0)) return null;
  return texts.venueTotal.deducted(
    formatCount(capacity),
    safetyMarginPercent > 0 ? formatPercent(safetyMarginPercent) : null,
    staffAllowance > 0 ? formatCount(staffAllowance) : null,
  );
}

export interface VenueTotalProps {
  event: Event;
  /** As they are shown: own taps included. */
  areas: readonly Area[];
  live: boolean;
}

/** Everyone in the venue, against what it may hold where the event has a capacity of its own. */
export function VenueTotal({ event, areas, live }: VenueTotalProps) {
  const settings = venueSettingsOf(event);
  const usable = usableCapacity(settings);
  const shape = useShape(areas.length, usable);
  if (shape === 'none') return null;
  const people = venueOccupancy(areas);
  const deduction = deductionOf(settings);
  const hasCapacity = shape === 'capacity' && usable !== null;
  return (
    <section
      aria-label={texts.venueTotal.label}
      className="mb-4 rounded-card bg-surface px-5 py-3 shadow-lift sm:mb-5 short:mb-2 short:py-2"
    >
      <div className="flex items-baseline gap-x-2.5 @max-[15rem]:flex-wrap">
        <h2 className="mr-auto truncate text-sm font-medium text-muted">{texts.venueTotal.label}</h2>
        <p className={clsx('whitespace-nowrap tabular-nums', !live && 'text-muted')}>
          <span data-testid="venue-total" className="text-2xl leading-tight font-semibold tracking-tight">
            {formatCount(people)}
          </span>
          {hasCapacity && <span className="text-muted"> {texts.card.of(formatCount(usable))}</span>}
        </p>
      </div>
      {/* In one row, whatever it says: longer words must not push the pads down. */}
      {hasCapacity && (
        <div className="flex min-h-7 items-center gap-2.5 pt-1 @max-[15rem]:flex-wrap">
          <div className="min-w-20 flex-1">
            <CapacityBar occupancy={people} capacity={usable} live={live} />
          </div>
          {/* Nothing is left of the capacity: not the same as none set. */}
          {usable > 0 ? (
            <LevelBadge occupancy={people} capacity={usable} />
          ) : (
            <Badge tone="bad">{texts.card.level.over(formatCount(people))}</Badge>
          )}
        </div>
      )}
      {hasCapacity && deduction !== null && <p className="pt-1.5 text-xs text-muted">{deduction}</p>}
    </section>
  );
}
