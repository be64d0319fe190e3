import { VenueLine } from '../../counting/areas/venue-total';
import type { LayoutProps } from '../use-counting-screen';

/**
 * A door's screen has one line for the venue above its pads or, while something runs, only the line's gap. The event's name is
 * in the bar, and the rest is in the sheet.
 */
export function DoorFacts({ screen: { list, evacuation }, event }: LayoutProps) {
  if (evacuation !== null) return <div className="h-2 shrink-0" />;
  return list.areas && <VenueLine event={event} areas={list.areas} live={list.live} />;
}
