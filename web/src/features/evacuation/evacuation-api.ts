import { queryOptions } from '@tanstack/react-query';
import {
  type EvacuationEnd,
  type EvacuationList,
  EvacuationListSchema,
  type EvacuationRecord,
  EvacuationRecordSchema,
  type NewEvacuation,
} from '../../../../src/shared/evacuation/schemas';
import { callApi } from '../../api/api-client';
import { eventPath } from '../events/events-api';

const evacuationsPath = (eventId: string): string => `${eventPath(eventId)}/evacuations`;

/** The assembly points, and the evacuations and drills with their timelines. */
export const evacuationsQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['evacuations', eventId],
    queryFn: ({ signal }) => callApi(evacuationsPath(eventId), EvacuationListSchema, { signal }),
    staleTime: 0,
  });

export const startEvacuation = (eventId: string, evacuation: NewEvacuation): Promise<EvacuationRecord> =>
  callApi(evacuationsPath(eventId), EvacuationRecordSchema, { method: 'POST', body: evacuation });

export const endEvacuation = (eventId: string, evacuationId: string, end: EvacuationEnd): Promise<EvacuationRecord> =>
  callApi(`${evacuationsPath(eventId)}/${encodeURIComponent(evacuationId)}/end`, EvacuationRecordSchema, {
    method: 'POST',
    body: end,
  });

export const setAssemblyPoints = (eventId: string, names: readonly string[]): Promise<EvacuationList> =>
  callApi(`${eventPath(eventId)}/assembly-points`, EvacuationListSchema, { method: 'PUT', body: { names } });
