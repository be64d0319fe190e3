import { useCallback, useEffect, useRef } from 'react';

/** Whether the component is still mounted: an answer may come after it was closed. */
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
