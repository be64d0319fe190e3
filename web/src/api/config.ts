import { useEffect, useState } from 'react';
import { type Config, ConfigSchema } from '../../../src/shared/schemas/system';
import { callApi } from './api-client';

export const fetchConfig = (signal?: AbortSignal): Promise<Config> =>
  callApi('/api/config', ConfigSchema, { ...(signal && { signal }) });

/** Returns the configuration; null until it has loaded, and if loading fails. */
export function useConfig(): Config | null {
  const [config, setConfig] = useState<Config | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    fetchConfig(leaving.signal).then(
      (loaded) => leaving.signal.aborted || setConfig(loaded),
      (error: unknown) => leaving.signal.aborted || console.warn('The configuration could not be loaded', error),
    );
    return () => leaving.abort();
  }, []);
  return config;
}
