import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type CapacityPlan,
  CapacityPlanAnswerSchema,
  type NewCapacityPlan,
} from '../../../../src/shared/rules/capacity-rules/plan';
import type { Area } from '../../../../src/shared/schemas/area';
import type { Event } from '../../../../src/shared/schemas/event';
import { type Limit, LIMIT_KINDS } from '../../../../src/shared/schemas/venue-settings';
import { callApi } from '../../api/api-client';
import { updateArea } from '../counting/areas/areas-api';
import { eventPath } from '../events/events-api';
import { saveVenue } from '../events/settings/stored-event';

const planPath = (eventId: string): string => `${eventPath(eventId)}/capacity-plan`;
const keyOf = (eventId: string) => ['capacity-plan', eventId] as const;

/** Loads the plan of an event; null before the first one. */
export const usePlan = (eventId: string) =>
  useQuery({
    queryKey: keyOf(eventId),
    queryFn: async ({ signal }) => (await callApi(planPath(eventId), CapacityPlanAnswerSchema, { signal })).plan,
    // A plan in the form must not change while somebody edits it.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** Returns a function that saves a plan and returns it with its result. */
export function useSavePlan(eventId: string): (plan: NewCapacityPlan) => Promise<CapacityPlan | null> {
  const client = useQueryClient();
  return async (body) => {
    const { plan } = await callApi(planPath(eventId), CapacityPlanAnswerSchema, { method: 'PUT', body });
    client.setQueryData(keyOf(eventId), plan);
    return plan;
  };
}

/** What a number is taken over as: the own capacity, or a limit of this kind. */
export const TARGETS = ['capacity', ...LIMIT_KINDS] as const;
export type Target = (typeof TARGETS)[number];

interface TakenOver {
  target: Target;
  people: number;
  /** The condition of a limit. */
  condition: string;
}

const withLimit = (limits: readonly Limit[] = [], limit: Limit): Limit[] => [
  ...limits.filter(({ kind }) => kind !== limit.kind),
  limit,
];

/** Sets the venue's own capacity, or one of its limits. `stored` is what the server has. */
export const takeOverVenue = (stored: Event, { target, people, condition }: TakenOver): Promise<Event> =>
  saveVenue(
    stored,
    target === 'capacity'
      ? { capacity: people }
      : { limits: withLimit(stored.venue?.limits, { kind: target, capacity: people, condition }) },
  );

/** Sets an area's own capacity, or one of its limits. */
export const takeOverArea = ({ areaId, limits }: Area, { target, people, condition }: TakenOver): Promise<void> =>
  updateArea(
    areaId,
    target === 'capacity'
      ? { capacity: people }
      : { limits: withLimit(limits, { kind: target, capacity: people, condition }) },
  );
