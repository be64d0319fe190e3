import { useRoom } from '../../realtime/hooks';
import { unseenOf } from '../alerts/alert-words';
import { useAlarm } from '../alerts/use-alarm';
import { EvacuationAnnouncement } from '../evacuation/evacuation-announcement';
import { appearanceOf } from '../evacuation/evacuation-appearance';
import { inForce } from '../in-force/in-force';

export interface EventWatchProps {
  eventId: string;
  /** Whether no other part of the page sounds for alerts. */
  hasAlarm: boolean;
}

/**
 * Sounds the alarms of an event, and says that an evacuation runs, on those of its pages that have no pads. It keeps the
 * connection to the event open, from which the tabs have their numbers.
 */
export function EventWatch({ eventId, hasAlarm }: EventWatchProps) {
  const { snapshot } = useRoom(eventId);
  const { evacuation } = snapshot;
  useAlarm(hasAlarm ? unseenOf(inForce(snapshot).alerts) : []);
  if (evacuation === null) return null;
  return (
    <EvacuationAnnouncement running={[evacuation]}>{appearanceOf(evacuation.isDrill).title}</EvacuationAnnouncement>
  );
}
