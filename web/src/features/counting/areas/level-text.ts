import { occupancyLevel, occupancyPercent } from '../../../ui/occupancy-level';
import { formatCount, formatPercent } from '../../../texts/format';
import { texts } from '../../../texts/texts';

export interface CapacityProps {
  occupancy: number;
  /** From how many on the house is full, by its safety margin. */
  capacity: number;
  /** How many people are allowed, if that is more than `capacity` (docs/product.md, C20). */
  allowed?: number | undefined;
}

/** Returns the text of {@link levelText}, shortened to the percentage where that is enough. */
export function shortLevelText(props: CapacityProps): string {
  const { occupancy, capacity } = props;
  const percent = occupancyPercent(occupancy, capacity);
  return capacity === 0 || percent >= 100 ? levelText(props) : formatPercent(percent);
}

/** Says how full an area is, in a few words. */
export function levelText({ occupancy, capacity, allowed = capacity }: CapacityProps): string {
  if (capacity === 0) return texts.card.level.none;
  const percent = occupancyPercent(occupancy, capacity);
  if (occupancy > allowed) return texts.card.level.over(formatCount(occupancy - allowed));
  if (percent > 100) return texts.card.level.inMargin(formatCount(occupancy - capacity));
  if (percent === 100) return texts.card.level.full;
  return texts.card.level[occupancyLevel(occupancy, capacity)](formatPercent(percent));
}
