import { useQuery } from '@tanstack/react-query';
import { createPortal } from 'react-dom';
import type { Evacuation } from '../../../../src/shared/evacuation/schemas';
import { appearanceOf } from './evacuation-appearance';
import { useEvacuationSound } from './evacuation-sound';
import { EvacuationState, type EvacuationStateProps } from './evacuation-state';
import { evacuationsQuery } from './evacuations-api';
import { ShowNumbers } from './show-numbers';

interface EvacuationControlProps extends EvacuationStateProps {
  /** What runs, also before the pads show it. */
  running: Evacuation | null;
}

/**
 * What the organizer's page has of evacuations: it is heard and read out when one begins, and says afterwards that displays
 * still ask for the staff.
 */
export function EvacuationControl({ running, ...state }: EvacuationControlProps) {
  const { eventId } = state;
  // Read again as soon as nothing runs any more.
  const { data } = useQuery({ ...evacuationsQuery(eventId), enabled: running === null });
  useEvacuationSound(running === null ? [] : [running]);
  const newest = data?.evacuations[0];
  return (
    <>
      {running &&
        createPortal(
          <p role="alert" aria-live="assertive" className="sr-only">
            {appearanceOf(running.isDrill).title}
          </p>,
          document.body,
        )}
      {running === null && newest?.asksStaff === true && newest.endedAt !== null && (
        <ShowNumbers eventId={eventId} evacuationId={newest.evacuationId} />
      )}
      <EvacuationState {...state} />
    </>
  );
}
