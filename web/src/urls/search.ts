import { useCallback, useLayoutEffect, useRef } from 'react';
import { type NavigateOptions, useSearchParams } from 'react-router-dom';

type ChangeSearch = (change: (now: URLSearchParams) => URLSearchParams, options?: NavigateOptions) => void;

/**
 * The address's query, and how to change it. A change builds on the one before it, which the router may not have shown
 * yet.
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

/** The same query with another value; null removes it. */
export function withParam(search: URLSearchParams, name: string, value: string | null): URLSearchParams {
  const next = new URLSearchParams(search);
  if (value === null) next.delete(name);
  else next.set(name, value);
  return next;
}
