import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';

const KeptSchema = z.object({ token: z.string() });

/**
 * Returns the token of the link that led to the page at `path`; '' without one. The token is removed from the address,
 * which appears in screenshots and in the browser history. It stays in the state of the history entry, so that a reload
 * does not lose it.
 */
export function useLinkToken(path: string): string {
  const navigate = useNavigate();
  const { state, hash } = useLocation();
  const fromLink = hash.slice(1);
  const kept = z.safeParse(KeptSchema, state);
  useEffect(() => {
    if (fromLink !== '') void navigate(path, { replace: true, state: { token: fromLink } });
  }, [fromLink, navigate, path]);
  if (fromLink !== '') return fromLink;
  return kept.success ? kept.data.token : '';
}
