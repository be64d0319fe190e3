import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { callApi } from './api-client';

/** GET /api/config: what the server lets the web know (design section 6). */
const ConfigSchema = z.object({ supportEmail: z.string() });

export function useConfig() {
  return useQuery({
    queryKey: ['config'],
    queryFn: ({ signal }) => callApi('/api/config', ConfigSchema, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
