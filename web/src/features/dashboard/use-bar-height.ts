import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * For the bar at the top, including alerts: keeps its height in `--bar-height` (styles.css), in CSS pixels, for
 * elements that must be below it without being part of its layout.
 */
export function useBarHeight(): RefObject<HTMLElement | null> {
  const bar = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const { current } = bar;
    if (!current) return undefined;
    const observer = new ResizeObserver(() => {
      document.documentElement.style.setProperty('--bar-height', `${current.getBoundingClientRect().height}px`);
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return bar;
}
