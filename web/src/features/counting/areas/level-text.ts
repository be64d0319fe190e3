import { occupancyLevel, occupancyPercent } from '../../../ui/occupancy-level';
import { formatCount, formatPercent } from '../../../texts/format';
import { texts } from '../../../texts/texts';

export interface CapacityProps {
  occupancy: number;
  capacity: number;
}

/** Returns the text of {@link levelText}, shortened to the percentage where that is enough. */
export function shortLevelText({ occupancy, capacity }: CapacityProps): string {
  const percent = occupancyPercent(occupancy, capacity);
  return capacity === 0 || percent >= 100 ? levelText({ occupancy, capacity }) : formatPercent(percent);
}

/** Says how full an area is, in a few words. */
export function levelText({ occupancy, capacity }: CapacityProps): string {
  if (capacity === 0) return texts.card.level.none;
  const percent = occupancyPercent(occupancy, capacity);
  if (percent > 100) return texts.card.level.over(formatCount(occupancy - capacity));
  if (percent === 100) return texts.card.level.full;
  return texts.card.level[occupancyLevel(occupancy, capacity)](formatPercent(percent));
}
