import { useQuery } from '@tanstack/react-query';
import type { Evacuation } from '../../../../src/shared/evacuation/schemas';
import { useMay } from '../../session/may';
import { appearanceOf } from './evacuation-appearance';
import { EvacuationAnnouncement } from './evacuation-announcement';
import { EvacuationState, type EvacuationStateProps } from './evacuation-state';
import { evacuationsQuery } from './evacuations-api';
import { ShowNumbers } from './show-numbers';

interface EvacuationControlProps extends EvacuationStateProps {
  /** What runs, also before the pads show it. */
  running: Evacuation | null;
}

/**
 * What the organizer's page has of an evacuation that runs: it is heard and read out when it begins. Afterwards the page
 * says that displays still ask for the staff.
 */
export function EvacuationControl({ running, ...state }: EvacuationControlProps) {
  const { eventId } = state;
  const mayControl = useMay('control', eventId);
  // Read again as soon as nothing runs any more.
  const { data } = useQuery({ ...evacuationsQuery(eventId), enabled: mayControl && running === null });
  const newest = data?.evacuations[0];
  return (
    <>
      {running && (
        <EvacuationAnnouncement running={[running]}>{appearanceOf(running.isDrill).title}</EvacuationAnnouncement>
      )}
      {mayControl && running === null && newest?.asksStaff === true && newest.endedAt !== null && (
        <ShowNumbers eventId={eventId} evacuationId={newest.evacuationId} />
      )}
      {state.room.evacuation !== null && <EvacuationState {...state} />}
    </>
  );
}
