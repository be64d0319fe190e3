import { useQuery } from '@tanstack/react-query';
import { fetchConfig } from './config';

/**
 * What links begin with that are handed on or printed: the product's public address, however this page was reached. Where the
 * installation names none, and until it is known, the page's own: over HTTPS wherever the public one is.
 */
export function usePublicOrigin(): string {
  const { data } = useQuery({
    queryKey: ['public-origin'],
    queryFn: async ({ signal }) => (await fetchConfig(signal)).publicOrigin,
    staleTime: Infinity,
  });
  return data ?? location.origin;
}
