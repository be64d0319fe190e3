import { clsx } from 'clsx';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** What takes the focus in a setting: the first of these that is there. */
const TARGETS = ['h2', 'input, select, textarea', 'button, a[href], summary'];

/**
 * Shows an element when the address names it, now or later: it scrolls into view, and its heading or its first control
 * takes the focus.
 */
export function useArrival<Shown extends HTMLElement>(id: string): RefObject<Shown | null> {
  const shown = useRef<Shown>(null);
  // Each step is another location, also one to the same place.
  const location = useLocation();
  useEffect(() => {
    if (location.hash !== `#${id}`) return undefined;
    // The layout is done by the next frame.
    const frame = requestAnimationFrame(() => {
      const { current } = shown;
      current?.scrollIntoView({ block: 'start' });
      const found = TARGETS.map((target) => current?.querySelector<HTMLElement>(target)).find(Boolean);
      found?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [location, id]);
  return shown;
}

/** Keeps the top bar off an element that scrolls into view. */
export const PLACE = 'scroll-mt-[calc(var(--bar-height)+1rem)]';

export interface PlaceProps {
  /** What the address calls this setting. It is unique on its page. */
  id: string;
  className?: string;
  children: ReactNode;
}

/** A setting that an address can name. */
export const Place = ({ id, className, children }: PlaceProps) => (
  <div
    ref={useArrival<HTMLDivElement>(id)}
    id={id}
    tabIndex={-1}
    className={clsx(PLACE, 'min-w-0 outline-none', className)}
  >
    {children}
  </div>
);
