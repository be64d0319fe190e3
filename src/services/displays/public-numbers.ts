import { isoTime } from '../../time/iso-time';
import { DANGER_ABOVE_PERCENT } from '../../shared/schemas/limits';
import { roundedShare } from '../../shared/sealed/rounded-share';
import type { Display } from '../../shared/schemas/display';
import type { Level, PublicDetail, PublicNumbers } from '../../shared/public-numbers/schemas';

/** Above this share of the capacity a venue is busy, in percent. */
const BUSY_ABOVE_PERCENT = 50;
/**
 * Percentages without numbers go in such steps, and only a place for so many has one: a step is at least five people, so
 * that nobody counts single people by them.
 */
const STEP_PERCENT = 5;
const COARSE_FROM_CAPACITY = 100;

type Fill = NonNullable<PublicNumbers['venue']>['fill'];
interface People {
  occupancy: number;
  /** Null for no limit. */
  capacity: number | null;
}

/** Returns the level for a share of the capacity. @param percent not rounded */
function levelOf(share: number): Level {
  if (share >= 100) return 'full';
  if (share > DANGER_ABOVE_PERCENT) return 'nearly_full';
  return share > BUSY_ABOVE_PERCENT ? 'busy' : 'quiet';
}

function fillOf({ occupancy, capacity }: People, detail: PublicDetail): Fill {
  if (capacity === null) return null;
  // A venue that keeps all its places for staff is full.
  const share = capacity === 0 ? 100 : (occupancy / capacity) * 100;
  const level = levelOf(share);
  if (detail === 'numbers') return { level, percent: roundedShare(share) };
  const coarse = Math.min(100, Math.floor(share / STEP_PERCENT) * STEP_PERCENT);
  return { level, percent: capacity < COARSE_FROM_CAPACITY ? null : coarse };
}

const shown = (people: People, detail: PublicDetail) => ({
  fill: fillOf(people, detail),
  ...(detail === 'numbers' && people),
});

/** An area's capacity of 0 means no limit. */
const areaPeople = ({ occupancy, capacity }: Display['areas'][number]): People => ({
  occupancy,
  capacity: capacity === 0 ? null : capacity,
});

/** The venue's own numbers, or the sums of its areas if the venue has no capacity of its own. */
function venuePeople({ venue, areas }: Display): People {
  if (venue !== null) return venue;
  const all = areas.map(areaPeople);
  const sum = (of: (people: People) => number): number => all.reduce((people, area) => people + of(area), 0);
  const isLimited = all.length > 0 && all.every(({ capacity }) => capacity !== null);
  return {
    occupancy: sum(({ occupancy }) => occupancy),
    capacity: isLimited ? sum((area) => area.capacity ?? 0) : null,
  };
}

/**
 * Returns what anybody may read. Fields are listed one by one, so that no field that is added to displays becomes public by
 * accident.
 * @param readAt when the display was read, epoch ms
 */
export function publicNumbers(
  display: Display,
  { detail, isOpened, readAt }: { detail: PublicDetail; isOpened: boolean; readAt: number },
): PublicNumbers {
  const { eventName, evacuation, shows, notice, areas } = display;
  const isDrill = evacuation === 'drill' && { isDrill: true as const };
  const about = { eventName, readAt: isoTime(readAt), ...isDrill };
  // Nobody is told that a place is quiet because people are leaving it (docs/product.md, P7).
  if (shows !== undefined)
    return { ...about, state: 'paused', shows, ...(notice && { notice }), venue: null, areas: [] };
  if (!isOpened) return { ...about, state: 'not_started', venue: null, areas: [] };
  return {
    ...about,
    state: 'open',
    venue: shown(venuePeople(display), detail),
    areas:
      detail === 'numbers'
        ? areas.map((area) => ({ areaName: area.areaName, ...shown(areaPeople(area), detail) }))
        : [],
  };
}
