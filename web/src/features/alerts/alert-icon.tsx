import { DANGER_ABOVE_PERCENT } from '../../../../src/shared/schemas/limits';
import { OctagonAlert } from '../../ui/icons/alerts';
import { TriangleAlert } from '../../ui/icons/counting';

/** Whether a threshold means danger. The area card shows danger at this occupancy, too, or is about to. */
export const isDanger = (threshold: number): boolean => threshold >= DANGER_ABOVE_PERCENT;

/** The shape of the icon shows the severity, so that color is not the only sign. */
export function AlertIcon({ threshold, size }: { threshold: number; size: number }) {
  const Icon = isDanger(threshold) ? OctagonAlert : TriangleAlert;
  return <Icon size={size} className="shrink-0" />;
}
