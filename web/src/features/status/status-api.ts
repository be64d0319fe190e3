import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { MINUTE_MS } from '../../../../src/shared/limits';
import { ReadinessSchema } from '../../../../src/shared/schemas/system';
import type { LateTexts } from '../../lib/late-texts';

type Part = keyof LateTexts['status'];

/** The worst first: what it affects is said alone. */
const PARTS = ['rooms', 'database', 'billing', 'settlements'] as const satisfies readonly Part[];

/** The part that does not work, the worst of several; null when all do, and without an answer: then the badge says so. */
async function readBrokenPart(signal: AbortSignal): Promise<Part | null> {
  const answer = await fetch('/api/health/ready', { credentials: 'same-origin', signal });
  const body: unknown = await answer.json();
  const { checks } = z.parse(ReadinessSchema, body);
  return PARTS.find((part) => !checks[part].ok) ?? null;
}

/** Asked once a minute, while the page is in sight. */
export function useBrokenPart(): Part | null {
  const { data = null, isError } = useQuery({
    queryKey: ['readiness'],
    queryFn: ({ signal }) => readBrokenPart(signal),
    refetchInterval: MINUTE_MS,
    retry: false,
  });
  return isError ? null : data;
}
