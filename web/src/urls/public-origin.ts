import { useQuery } from '@tanstack/react-query';
import { fetchConfig } from '../api/config';

/**
 * The origin of links that people share or print: the product's public address, however this page was reached. If the
 * installation names none, and until it is known, the page's own, over HTTPS if the public one is.
 */
export function usePublicOrigin(): string {
  const { data } = useQuery({
    queryKey: ['public-origin'],
    queryFn: async ({ signal }) => (await fetchConfig(signal)).publicOrigin,
    staleTime: Infinity,
  });
  return data ?? location.origin;
}
