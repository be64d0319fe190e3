import { useQuery } from '@tanstack/react-query';
import { MINUTE_MS } from '../../../../../src/shared/durations';
import {
  type Area,
  type AreaError,
  type CountingErrors,
  CountingErrorSchema,
} from '../../../../../src/shared/schemas/area';
import { callApi } from '../../../api/api-client';
import { readSelectedEventId } from '../../../session/storage';
import { dialogTexts } from '../../../texts/dialog-texts';
import { formatCount, formatRecent } from '../../../texts/format';
import { eventPath } from '../../events/events-api';

/**
 * Loads how far an event's numbers can be trusted; undefined while that is unknown. No socket sends it.
 * @param everyMs how often it is loaded again; false for once; null while it is not loaded
 */
function useCountingError(eventId: string | null, everyMs: number | false | null): CountingErrors | undefined {
  const { data } = useQuery({
    queryKey: ['counting-error', eventId],
    queryFn: ({ signal }) => callApi(`${eventPath(eventId ?? '')}/counting-error`, CountingErrorSchema, { signal }),
    enabled: eventId !== null && everyMs !== null,
    // Each recount changes it.
    staleTime: 0,
    refetchInterval: everyMs ?? false,
  });
  return data;
}

/** Returns '± 12 since the recount (22:10)', or what must happen before that is known. */
function trustText({ recounts }: CountingErrors, { expectedError, since, isRecounted }: AreaError): string {
  const words = dialogTexts.trust;
  if (expectedError === null) return recounts === 0 ? words.tooFew : words.longAgo;
  const people = formatCount(expectedError);
  if (since === null) return words.sinceAdded(people);
  const moment = formatRecent(Date.parse(since));
  return isRecounted ? words.sinceRecount(people, moment) : words.sinceReset(people, moment);
}

/**
 * Says at the end of an area's menu how far its number can be trusted, and whether a recount is due. It has the height
 * of two lines from the beginning, so that no item moves under the thumb.
 * It describes the item for recounts: a menu has no texts of its own for screen readers.
 */
export function AreaTrust({ id, areaId }: { id: string; areaId: string }) {
  const known = useCountingError(readSelectedEventId(), false);
  const area = known?.areas.find((one) => one.areaId === areaId);
  return (
    <p id={id} aria-hidden className="mt-1.5 min-h-13 border-t border-line px-3 pt-2.5 text-sm text-pretty text-muted">
      {known && area && (
        <>
          {trustText(known, area)}
          {area.isRecountDue && <strong className="font-semibold text-ink"> {dialogTexts.trust.due}</strong>}
        </>
      )}
    </p>
  );
}

/** The interval at which the overview asks again. An error grows with the crossings, and nobody waits for it. */
const EVERY_MS = 5 * MINUTE_MS;

export interface EventTrustProps {
  eventId: string;
  areas: readonly Pick<Area, 'areaId' | 'areaName'>[];
  /** False while the event is not on the screen, and before anybody has opened it. Then its room is not asked. */
  isAsked: boolean;
}

/** Says on the overview how far the venue's number can be trusted, and where a recount is due; nothing if neither is known. */
export function EventTrust({ eventId, areas, isAsked }: EventTrustProps) {
  const known = useCountingError(eventId, isAsked ? EVERY_MS : null);
  const words = dialogTexts.trust;
  const due = new Set(known?.areas.flatMap(({ areaId, isRecountDue }) => (isRecountDue ? areaId : [])));
  const names = areas.filter(({ areaId }) => due.has(areaId)).map(({ areaName }) => areaName);
  const venueError = known?.venueError ?? null;
  const sentences = [
    ...(venueError === null ? [] : [words.venue(formatCount(venueError))]),
    ...(names.length === 0 ? [] : [words.dueIn(names.join(', '))]),
  ];
  return sentences.length > 0 && <p className="text-sm text-pretty text-muted">{sentences.join(' ')}</p>;
}
