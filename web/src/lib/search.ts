import { useCallback, useLayoutEffect, useRef } from 'react';
import { type NavigateOptions, useSearchParams } from 'react-router-dom';

type ChangeSearch = (change: (now: URLSearchParams) => URLSearchParams, options?: NavigateOptions) => void;

/**
 * What stands in the address, and how to change it. A change goes on from the one before it, which may not be shown yet: the
 * router shows an address when there is time.
 */
export function useSearch(): readonly [URLSearchParams, ChangeSearch] {
  const [search, setSearch] = useSearchParams();
  const latest = useRef(search);
  useLayoutEffect(() => {
    latest.current = search;
  }, [search]);
  const change = useCallback<ChangeSearch>(
    (next, options) => {
      latest.current = next(latest.current);
      setSearch(latest.current, options);
    },
    [setSearch],
  );
  return [search, change];
}

/** The same with another value; null for none. */
export function withParam(search: URLSearchParams, name: string, value: string | null): URLSearchParams {
  const next = new URLSearchParams(search);
  if (value === null) next.delete(name);
  else next.set(name, value);
  return next;
}
