import { useQuery } from '@tanstack/react-query';
import { fetchConfig } from '../api/config';

/**
 * Returns the origin of links that people share or print: the product's public address, even if this page has another.
 * Until that is known, or if the installation has none, it is the page's own origin.
 */
export function usePublicOrigin(): string {
  const { data } = useQuery({
    queryKey: ['public-origin'],
    queryFn: async ({ signal }) => (await fetchConfig(signal)).publicOrigin,
    staleTime: Infinity,
  });
  return data ?? location.origin;
}
