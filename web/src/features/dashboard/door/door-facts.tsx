import { VenueLine } from '../../counting/areas/venue-total';
import type { LayoutProps } from '../use-counting-screen';

/**
 * What a door's screen has above its pads: on an organizer's phone the orders in force, and one line for the venue or, while
 * something runs, only its gap. The event's name is in the bar, and the rest is in the sheet.
 */
export function DoorFacts({ screen: { list, evacuation, pointId }, event, orderLines }: LayoutProps) {
  return (
    <>
      {pointId === null && orderLines}
      {evacuation === null ? (
        list.areas && <VenueLine event={event} areas={list.areas} live={list.live} />
      ) : (
        <div className="h-2 shrink-0" />
      )}
    </>
  );
}
