import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { BillingConfigSchema } from '../../../src/shared/schemas/billing';
import { callApi } from './api-client';

/** GET /api/config: what the server lets the web know (design section 6). */
const ConfigSchema = z.object({ supportEmail: z.string(), billing: BillingConfigSchema });
type Config = z.infer<typeof ConfigSchema>;

export const fetchConfig = (signal: AbortSignal): Promise<Config> => callApi('/api/config', ConfigSchema, { signal });

/** null until it is there, and where it cannot be had. */
export function useConfig(): Config | null {
  const [config, setConfig] = useState<Config | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    fetchConfig(leaving.signal).then(setConfig, (error: unknown) => {
      if (!leaving.signal.aborted) console.warn('The configuration could not be loaded', error);
    });
    return () => leaving.abort();
  }, []);
  return config;
}
