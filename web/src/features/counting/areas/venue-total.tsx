import { clsx } from 'clsx';
import {
  allowedGuests,
  usableCapacity,
  venueLowBy,
  venueOccupancy,
  venueSettingsOf,
} from '../../../../../src/shared/rules/venue-capacity';
import type { Area } from '../../../../../src/shared/schemas/area';
import type { Event } from '../../../../../src/shared/schemas/event';
import type { VenueSettings } from '../../../../../src/shared/schemas/venue-settings';
import { formatCount, formatPercent } from '../../../texts/format';
import { texts } from '../../../texts/app-texts';
import { Badge } from '../../../ui/badge';
import { CapacityBar, LevelBadge, LevelWords } from './capacity-bar';
import { InDoubt } from './in-doubt';
import { shortLevelText } from './level-text';
import { useWhenNoRecentTaps } from '../press/use-no-recent-taps';

type Shape = 'none' | 'total' | 'capacity';

/** A single area without a venue capacity needs no total. */
function shapeOf(areas: number, usable: number | null): Shape {
  if (areas === 0) return 'none';
  if (usable !== null) return 'capacity';
  return areas > 1 ? 'total' : 'none';
}

/**
 * Returns the shape of the strip. It changes only when nobody has tapped recently, so that no pad moves from under a
 * thumb.
 */
const useShape = (areas: number, usable: number | null): Shape => useWhenNoRecentTaps(shapeOf(areas, usable));

/** Says which staff is subtracted from the venue's capacity; null without staff. */
export const staffTakenOff = ({ capacity, staffAllowance }: VenueSettings): string | null =>
  capacity === null || staffAllowance === 0
    ? null
    : texts.venueTotal.lessStaff(formatCount(capacity), formatCount(staffAllowance));

/**
 * Says how many guests are allowed and from how many on doors and alerts warn, because of the safety margin; without a
 * margin, which staff is subtracted. Null without both.
 */
export function deductionOf(settings: VenueSettings): string | null {
  const [allowed, usable] = [allowedGuests(settings), usableCapacity(settings)];
  const origin = staffTakenOff(settings);
  const { safetyMarginPercent: margin } = settings;
  return allowed === null || usable === null || margin === 0
    ? origin
    : texts.venueTotal.warnsFrom(formatCount(allowed), origin, formatCount(usable), formatPercent(margin));
}

export interface VenueTotalProps {
  event: Event;
  /** The areas as shown, with the unsent taps of this page included. */
  areas: readonly Area[];
  live: boolean;
}

interface VenueFigures {
  people: number;
  /** By how many people the number may be low. */
  lowBy: number;
  /** The venue's capacity minus margin and staff; null if the venue has no capacity. */
  usable: number | null;
  /** The same without the margin; undefined if the venue has no capacity. */
  allowed: number | undefined;
  /** False if the card of the single area already shows everything. */
  isShown: boolean;
}

function useVenueFigures(event: Event, areas: readonly Area[]): VenueFigures {
  const settings = venueSettingsOf(event);
  const usable = usableCapacity(settings);
  const shape = useShape(areas.length, usable);
  return {
    people: venueOccupancy(areas),
    lowBy: venueLowBy(areas),
    usable: shape === 'capacity' ? usable : null,
    allowed: allowedGuests(settings) ?? undefined,
    isShown: shape !== 'none',
  };
}

/** The strip's name. A doubt about the number stands below it, within the height of the row. */
function VenueName({ lowBy, className }: { lowBy: number; className: string }) {
  return (
    <div className={clsx('min-w-0', lowBy > 0 && 'text-xs leading-[1.25]')}>
      <h2 className={clsx('truncate font-medium text-muted', lowBy === 0 && 'text-sm', className)}>
        {texts.venueTotal.label}
      </h2>
      <InDoubt isShort people={lowBy} name={texts.venueTotal.label} className="block truncate font-semibold" />
    </div>
  );
}

/** Shown if margin and staff use up the whole capacity. That differs from a venue without a capacity. */
const NothingLeft = ({ people }: { people: number }) => (
  <Badge tone="bad">{texts.card.level.over(formatCount(people))}</Badge>
);

/**
 * The venue total in the top bar of a wide screen: the number of people, and the usable capacity if it has one. What is
 * subtracted has the whole width below them, so that it is whole beside an alert. The height is fixed, because longer words
 * must not push the pads down.
 */
export function VenueTotal({ event, areas, live }: VenueTotalProps) {
  const { people, lowBy, usable, allowed, isShown } = useVenueFigures(event, areas);
  if (!isShown) return null;
  const deduction = usable === null ? null : deductionOf(venueSettingsOf(event));
  return (
    <section aria-label={texts.venueTotal.label} className="safe-x grid h-13 grid-cols-[minmax(0,1fr)] content-center">
      <div className="flex items-center gap-3">
        <VenueName lowBy={lowBy} className="" />
        <p className={clsx('leading-tight whitespace-nowrap tabular-nums', !live && 'text-muted')}>
          <span data-testid="venue-total" className="text-2xl leading-tight font-semibold tracking-tight">
            {formatCount(people)}
          </span>
          {usable !== null && <span className="text-muted"> {texts.card.of(formatCount(usable))}</span>}
        </p>
        {usable !== null && (
          <>
            <div className="min-w-12 flex-1">
              <CapacityBar occupancy={people} capacity={usable} allowed={allowed} live={live} />
            </div>
            {usable > 0 ? (
              <LevelBadge occupancy={people} capacity={usable} allowed={allowed} />
            ) : (
              <NothingLeft people={people} />
            )}
          </>
        )}
      </div>
      {deduction !== null && (
        <p title={deduction} className="line-clamp-1 text-xs leading-4 text-muted">
          {deduction}
        </p>
      )}
    </section>
  );
}

/** The most characters of the number, the capacity and the level that fit beside each other on a small phone, with the name. */
const LINE_MAX = 18;

function areLong(people: number, usable: number, allowed: number | undefined): boolean {
  const level = shortLevelText({ occupancy: people, capacity: usable, allowed });
  return formatCount(people).length + formatCount(usable).length + level.length > LINE_MAX;
}

/** The venue total in one line, above the pads of a door. The subtracted numbers are in the sheet (door-sheet.tsx). */
export function VenueLine({ event, areas, live }: VenueTotalProps) {
  const { people, lowBy, usable, allowed, isShown } = useVenueFigures(event, areas);
  if (!isShown) return null;
  // Then the limit stands below the number, within the height of the line. A doubt takes the room beside the number.
  const isStacked = usable !== null && (lowBy > 0 || areLong(people, usable, allowed));
  return (
    <section
      aria-label={texts.venueTotal.label}
      className="relative min-h-9 @max-[15rem]:order-last short:@max-[30rem]:order-last"
    >
      {/* `contain` makes this box its own layout root: a changed number does not lay out other parts of the page. */}
      <div className="absolute inset-0 flex items-center gap-2.5 px-1 contain-layout contain-size @max-[15rem]:static @max-[15rem]:flex-wrap @max-[15rem]:gap-y-0 @max-[15rem]:contain-none">
        <VenueName lowBy={lowBy} className="@max-[15rem]:sr-only" />
        <div className="min-w-4 flex-1">
          {usable !== null && <CapacityBar occupancy={people} capacity={usable} allowed={allowed} live={live} />}
        </div>
        <p
          className={clsx(
            'whitespace-nowrap tabular-nums @max-[15rem]:whitespace-normal',
            isStacked ? 'grid text-end text-xs leading-tight' : 'text-sm',
            !live && 'text-muted',
          )}
        >
          <span
            data-testid="venue-total"
            className={clsx('leading-tight font-semibold tracking-tight', isStacked ? 'text-base' : 'text-lg')}
          >
            {formatCount(people)}
          </span>
          {usable !== null && <span className="text-muted"> {texts.card.of(formatCount(usable))}</span>}
        </p>
        {usable !== null && (
          <span className="text-sm">
            {usable > 0 ? (
              <LevelWords occupancy={people} capacity={usable} allowed={allowed} />
            ) : (
              <NothingLeft people={people} />
            )}
          </span>
        )}
      </div>
    </section>
  );
}
