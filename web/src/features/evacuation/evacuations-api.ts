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
const pathOf = (eventId: string, evacuationId: string): string =>
  `${evacuationsPath(eventId)}/${encodeURIComponent(evacuationId)}`;

/** The assembly points, and the evacuations and drills with their timelines, the newest first. */
export const evacuationsQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['evacuations', eventId],
    queryFn: ({ signal }) => callApi(evacuationsPath(eventId), EvacuationListSchema, { signal }),
    staleTime: 0,
  });

/** Starts an evacuation or a drill; an evacuation makes a drill real that runs. */
export const startEvacuation = (eventId: string, evacuation: NewEvacuation): Promise<EvacuationRecord> =>
  callApi(evacuationsPath(eventId), EvacuationRecordSchema, { method: 'POST', body: evacuation });

export const endEvacuation = (eventId: string, evacuationId: string, end: EvacuationEnd): Promise<EvacuationRecord> =>
  callApi(`${pathOf(eventId, evacuationId)}/end`, EvacuationRecordSchema, { method: 'POST', body: end });

/** Lets displays and public numbers show numbers again after an evacuation. */
export const showNumbers = (eventId: string, evacuationId: string): Promise<EvacuationRecord> =>
  callApi(`${pathOf(eventId, evacuationId)}/show-numbers`, EvacuationRecordSchema, { method: 'POST' });

export const setAssemblyPoints = (eventId: string, names: readonly string[]): Promise<EvacuationList> =>
  callApi(`${eventPath(eventId)}/assembly-points`, EvacuationListSchema, { method: 'PUT', body: { names } });
