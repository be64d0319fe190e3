import { useQuery } from '@tanstack/react-query';
import { type CountingErrors, CountingErrorSchema } from '../../../../../src/shared/schemas/counting-error';
import { callApi } from '../../../api/api-client';
import { eventPath } from '../../events/events-api';

/**
 * Loads how far an event's numbers can be trusted; undefined while that is unknown. No socket sends it.
 * @param everyMs how often it is loaded again; false for once; null while it is not loaded
 */
export function useCountingError(eventId: string | null, everyMs: number | false | null): CountingErrors | undefined {
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
