import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { CONNECT_TIMEOUT_MS } from '../../../../../src/shared/protocol/limits';
import { AnySchema, callApi, ended } from '../../../api/api-client';
import { eventPath } from '../../events/events-api';

/** What the list of an event's machines says about people who may be missing. */
const DoubtedSchema = z.object({
  sources: z.array(
    z.object({
      sourceId: z.string(),
      name: z.string(),
      doubts: z.optional(z.array(z.object({ areaId: z.string(), people: z.int() }))),
    }),
  ),
});

/** A machine by whose totals people may be missing in an area. */
export interface DoubtedMachine {
  readonly sourceId: string;
  readonly name: string;
  /** In all areas of the machine: its doubts are settled together. */
  readonly people: number;
}

/** The machines by whose totals people may be missing in the area. */
export const doubtedMachinesQuery = (eventId: string, areaId: string) =>
  queryOptions({
    queryKey: ['doubts', eventId, areaId],
    queryFn: async ({ signal }): Promise<DoubtedMachine[]> => {
      const { sources } = await callApi(`${eventPath(eventId)}/sources`, DoubtedSchema, { signal });
      return sources
        .filter(({ doubts = [] }) => doubts.some((doubt) => doubt.areaId === areaId))
        .map(({ sourceId, name, doubts = [] }) => ({
          sourceId,
          name,
          people: doubts.reduce((sum, { people }) => sum + people, 0),
        }));
    },
    staleTime: 0,
  });

/**
 * Says whether the people who may be missing by a machine's totals count now, or were counted otherwise. Throws if the call
 * fails, also if they are others by now than the `people` whom somebody saw, but not if nobody may be missing any more.
 */
export async function settleDoubt(
  eventId: string,
  sourceId: string,
  settlement: { counted: boolean; people: number },
): Promise<void> {
  await ended(
    callApi(`${eventPath(eventId)}/sources/${encodeURIComponent(sourceId)}/doubt`, AnySchema, {
      method: 'POST',
      body: settlement,
      // A network that drops calls must not disable the buttons forever.
      signal: AbortSignal.timeout(CONNECT_TIMEOUT_MS),
    }),
  );
}
