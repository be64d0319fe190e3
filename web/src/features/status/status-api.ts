import { useQuery, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { MINUTE_MS } from '../../../../src/shared/limits';
import { ReadinessSchema } from '../../../../src/shared/schemas/system';
import type { LateTexts } from '../../lib/late-texts';

type Part = keyof LateTexts['status'];

const KEY = ['readiness'];

/** The worst first: what it affects is said alone. */
const PARTS = ['rooms', 'database', 'billing', 'settlements'] as const satisfies readonly Part[];

/** After a look that found something: one slow answer is no reason to alarm anybody. */
const SECOND_LOOK_MS = 10_000;
/** So long the server answers from one measurement: two such looks are one. */
const ONE_MEASUREMENT_MS = 5_000;

interface Look {
  at: number;
  /** What does not work, and since which look in a row; epoch ms. */
  since: Partial<Record<Part, number>>;
}

const isSure = ({ at, since }: Look, part: Part): boolean => at - (since[part] ?? at) > ONE_MEASUREMENT_MS;

async function look(before: Look | undefined, signal: AbortSignal): Promise<Look> {
  const answer = await fetch('/api/health/ready', { credentials: 'same-origin', signal });
  const body: unknown = await answer.json();
  const { checks } = z.parse(ReadinessSchema, body);
  const at = Date.now();
  const broken = PARTS.filter((part) => !checks[part].ok);
  return { at, since: Object.fromEntries(broken.map((part) => [part, before?.since[part] ?? at])) };
}

/**
 * The part that two looks in a row have found not to work, the worst of several; null when all do, and without an answer:
 * then the badge says so. Looks once a minute, while the page is in sight.
 */
export function useBrokenPart(): Part | null {
  const client = useQueryClient();
  const { data, isError } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => look(client.getQueryData<Look>(KEY), signal),
    refetchInterval: ({ state }) => {
      const last = state.data;
      const isUnsure = last && PARTS.some((part) => part in last.since && !isSure(last, part));
      return isUnsure ? SECOND_LOOK_MS : MINUTE_MS;
    },
    retry: false,
  });
  return (!isError && data && PARTS.find((part) => isSure(data, part))) || null;
}
