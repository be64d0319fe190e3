import { DANGER_ABOVE_PERCENT } from '../../../../src/shared/limits';
import { OctagonAlert } from '../../ui/icons/alerts';
import { TriangleAlert } from '../../ui/icons/counting';

/** From this threshold on the card shows danger, too, or is about to. */
export const isDanger = (threshold: number): boolean => threshold >= DANGER_ABOVE_PERCENT;

/** The shape shows the severity, as the color does. */
export function AlertIcon({ threshold, size }: { threshold: number; size: number }) {
  const Icon = isDanger(threshold) ? OctagonAlert : TriangleAlert;
  return <Icon aria-hidden size={size} className="shrink-0" />;
}
