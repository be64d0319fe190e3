import { type RefCallback, useCallback, useState } from 'react';
import { useNoRecentTaps, useWhenNoRecentTaps } from './use-no-recent-taps';

/**
 * Returns the height in px that a band over the pads may take in the page: its own, which changes only when nobody counts,
 * so that no pad moves from under a thumb. Until then the band lies over the page, whatever it says meanwhile.
 */
export function useHeldHeight<Band extends HTMLElement>(): { band: RefCallback<Band>; height: number } {
  const [own, setOwn] = useState(0);
  const isCalm = useNoRecentTaps();
  const height = useWhenNoRecentTaps(own, isCalm ? own : 0);
  const band = useCallback((element: Band) => {
    const measure = () => setOwn(element.offsetHeight);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => {
      observer.disconnect();
      setOwn(0);
    };
  }, []);
  return { band, height };
}
