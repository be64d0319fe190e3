import { useCallback, useEffect, useRef } from 'react';

/**
 * Returns a function that says whether the component is still mounted, because an answer can come after the component
 * was closed.
 */
export function useMounted(): () => boolean {
  const mounted = useRef(false);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return useCallback(() => mounted.current, []);
}
