import { useQuery } from '@tanstack/react-query';
import { type OccupancyAt, OccupancyAtSchema } from '../../../../../src/shared/schemas/moment';
import { callApi } from '../../../api/api-client';
import { eventPath } from '../../events/events-api';

/** Loads how many people were inside at a moment, epoch ms; nothing if it is null. */
export const useOccupancyAt = (eventId: string, at: number | null) =>
  useQuery<OccupancyAt>({
    queryKey: ['occupancy-at', eventId, at],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ at: new Date(at ?? 0).toISOString() });
      return callApi(`${eventPath(eventId)}/occupancy?${query.toString()}`, OccupancyAtSchema, { signal });
    },
    enabled: at !== null,
    // Taps that arrive later change the answer, but nobody watches it: each press on Show asks again.
    refetchOnWindowFocus: false,
  });
