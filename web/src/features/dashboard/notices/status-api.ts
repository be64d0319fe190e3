import { useQuery, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { MINUTE_MS } from '../../../../../src/shared/durations';
import { ReadinessSchema } from '../../../../../src/shared/schemas/system';
import type { StatusTexts } from '../../../texts/status-texts';

type Part = keyof StatusTexts['status'];

const KEY = ['readiness'];

/** The checked parts, the most important first. Only the first broken part is shown. */
const PARTS = ['rooms', 'database', 'billing', 'mail', 'usage'] as const satisfies readonly Part[];

/** The time in ms until the second check after a bad one. A single slow answer must not alarm anybody. */
const SECOND_CHECK_MS = 10_000;
/** The server answers from one measurement for this many ms, so two checks within that time prove no more than one. */
const ONE_MEASUREMENT_MS = 5_000;

interface HealthCheck {
  at: number;
  /** The broken parts, each with the time in epoch ms of the first check in a row that found it broken. */
  since: Partial<Record<Part, number>>;
}

const isSure = ({ at, since }: HealthCheck, part: Part): boolean => at - (since[part] ?? at) > ONE_MEASUREMENT_MS;

async function checkHealth(before: HealthCheck | undefined, signal: AbortSignal): Promise<HealthCheck> {
  const answer = await fetch('/api/health/ready', { credentials: 'same-origin', signal });
  const body: unknown = await answer.json();
  const { checks } = z.parse(ReadinessSchema, body);
  const at = Date.now();
  // The rooms of some events refuse. If they are this admin's, the connection badge says so.
  const broken = PARTS.filter((part) => !checks[part].ok && checks[part].error !== 'refusing');
  return { at, since: Object.fromEntries(broken.map((part) => [part, before?.since[part] ?? at])) };
}

/**
 * Returns the most important part that two checks in a row found broken; null if all parts work. Also null if no answer
 * came, because the connection badge already says so. Checks once a minute while the page is visible.
 */
export function useBrokenPart(): Part | null {
  const client = useQueryClient();
  const { data, isError } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => checkHealth(client.getQueryData<HealthCheck>(KEY), signal),
    refetchInterval: ({ state }) => {
      const last = state.data;
      const isUnsure = last && PARTS.some((part) => part in last.since && !isSure(last, part));
      return isUnsure ? SECOND_CHECK_MS : MINUTE_MS;
    },
    retry: false,
  });
  return (!isError && data && PARTS.find((part) => isSure(data, part))) || null;
}
