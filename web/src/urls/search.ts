import { useCallback, useLayoutEffect, useRef } from 'react';
import { type NavigateOptions, useSearchParams } from 'react-router-dom';

type ChangeSearch = (change: (now: URLSearchParams) => URLSearchParams, options?: NavigateOptions) => void;

/**
 * Returns the query in the address, and a function that changes it. A change builds on the one before, even if the
 * router has not shown that yet.
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

/** Returns the query with another value of one parameter. Null removes the parameter. */
export function withParam(search: URLSearchParams, name: string, value: string | null): URLSearchParams {
  const next = new URLSearchParams(search);
  if (value === null) next.delete(name);
  else next.set(name, value);
  return next;
}
