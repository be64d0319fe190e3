import { useQuery } from '@tanstack/react-query';
import { SEALS_PER_PAGE_MAX } from '../../../../../src/shared/reports/limits';
import { type SealList, SealListSchema } from '../../../../../src/shared/sealed/schemas';
import { callApi } from '../../../api/api-client';
import { eventPath } from '../../events/events-api';

/** A seal is made within minutes of its report, which no socket announces either. */
const SEALS_EVERY_MS = 60_000;

export type DaySeal = SealList['seals'][number];

const fetchSeals = (eventId: string, query: string, signal: AbortSignal): Promise<SealList> =>
  callApi(`${eventPath(eventId)}/seals?${query}`, SealListSchema, { signal });

/** Loads the newest seals of an event; undefined until they have loaded. */
export function useSeals(eventId: string): readonly DaySeal[] | undefined {
  const { data } = useQuery({
    queryKey: ['seals', eventId],
    queryFn: ({ signal }) => fetchSeals(eventId, `limit=${SEALS_PER_PAGE_MAX}`, signal),
    refetchInterval: SEALS_EVERY_MS,
  });
  return data?.seals;
}

/** Loads the seal of one revision of a day; undefined until it is known, or if there is none. */
export function useDaySeal(eventId: string, day: string | undefined, revision: number | null): DaySeal | undefined {
  const { data } = useQuery({
    queryKey: ['seals', eventId, day],
    queryFn: ({ signal }) => fetchSeals(eventId, `day=${day}`, signal),
    enabled: day !== undefined && revision !== null,
    refetchInterval: SEALS_EVERY_MS,
  });
  return data?.seals.find((seal) => seal.day === day && seal.revision === revision);
}
