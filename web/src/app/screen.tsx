import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { ErrorBoundary } from './error-boundary';

/** React Router's key of the location where the page was loaded. */
const FIRST_PLACE = 'default';

/**
 * Wraps the screen of every route. A crash stays within the screen and is cleared by the next navigation. After a
 * navigation the screen starts at its top with the focus on its heading. After a page load the browser decides.
 */
export function Screen({ children }: { children: ReactNode }) {
  const { key, pathname } = useLocation();
  const [loadedAt] = useState(key === FIRST_PLACE ? pathname : null);
  return (
    <ErrorBoundary place={key}>
      {children}
      {pathname !== loadedAt && <Arrival key={pathname} />}
    </ErrorBoundary>
  );
}

/** Must be the last element of the screen, so that the heading to focus exists. */
function Arrival() {
  useEffect(() => {
    // Waits for the next frame, which computes the layout anyway. Scrolling now would force an additional layout.
    const frame = requestAnimationFrame(arrive);
    return () => cancelAnimationFrame(frame);
  }, []);
  return null;
}

function arrive(): void {
  // The part of the screen that the address names shows itself.
  if (location.hash !== '' && document.getElementById(location.hash.slice(1))) return;
  window.scrollTo(0, 0);
  if (document.activeElement !== document.body) return;
  const target = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
  if (!target) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}
