import { clsx } from 'clsx';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** What takes the focus in a setting: the first of these that is there. */
const TARGETS = ['h2', 'input, select, textarea', 'button, a[href], summary'];

/** What ends that a place stays in view: then somebody reads or goes elsewhere. */
const ACTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Scrolls an element into view again each time that the page grows, until somebody acts. Returns a function that ends it. */
function stayInView(element: Element): () => void {
  const observer = new ResizeObserver(() => element.scrollIntoView({ block: 'start' }));
  const end = () => {
    observer.disconnect();
    for (const act of ACTS) removeEventListener(act, end, true);
  };
  observer.observe(document.body);
  for (const act of ACTS) addEventListener(act, end, true);
  return end;
}

/**
 * Shows an element when the address names it, now or later: it scrolls into view, also while what is above it loads, and
 * its heading or its first control takes the focus.
 */
export function useArrival<Shown extends HTMLElement>(id: string): RefObject<Shown | null> {
  const shown = useRef<Shown>(null);
  // Each step is another location, also one to the same place.
  const location = useLocation();
  useEffect(() => {
    const { current } = shown;
    if (location.hash !== `#${id}` || !current) return undefined;
    const end = stayInView(current);
    // The layout is done by the next frame.
    const frame = requestAnimationFrame(() => {
      current.scrollIntoView({ block: 'start' });
      const found = TARGETS.map((target) => current.querySelector<HTMLElement>(target)).find(Boolean);
      found?.focus({ preventScroll: true });
    });
    return () => {
      end();
      cancelAnimationFrame(frame);
    };
  }, [location, id]);
  return shown;
}

export interface PlaceProps {
  /** What the address calls this setting. It is unique on its page. */
  id: string;
  className?: string;
  children: ReactNode;
}

/** A setting that an address can name. */
export const Place = ({ id, className, children }: PlaceProps) => (
  <div ref={useArrival<HTMLDivElement>(id)} id={id} tabIndex={-1} className={clsx('min-w-0 outline-none', className)}>
    {children}
  </div>
);
