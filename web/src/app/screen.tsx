import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { ErrorBoundary } from './error-boundary';

/** React Router's key of the location where the page was loaded. */
const FIRST_PLACE = 'default';

/**
 * What every route's screen has in common: a crash stays within it and ends with the next navigation. Whoever arrives
 * from another screen starts at its top, with the focus on its heading; a page load starts as the browser does.
 */
export function Screen({ children }: { children: ReactNode }) {
  const { key, pathname } = useLocation();
  const [loadedAt] = useState(key === FIRST_PLACE ? pathname : null);
  return (
    <ErrorBoundary place={key}>
      {children}
      {pathname !== loadedAt && <Arrival />}
    </ErrorBoundary>
  );
}

/** Last in the screen, so that the element to focus exists. */
function Arrival() {
  useEffect(() => {
    // In the next frame, which lays the screen out anyway; at once it would force a layout in between.
    const frame = requestAnimationFrame(arrive);
    return () => cancelAnimationFrame(frame);
  }, []);
  return null;
}

function arrive(): void {
  window.scrollTo(0, 0);
  if (document.activeElement !== document.body) return;
  const target = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
  if (!target) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}
