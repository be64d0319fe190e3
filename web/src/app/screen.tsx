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
  const { hash, key, pathname } = useLocation();
  const [loadedAt] = useState(key === FIRST_PLACE ? pathname : null);
  return (
    <ErrorBoundary place={key}>
      {children}
      {pathname !== loadedAt && <Arrival key={pathname} hash={hash} />}
    </ErrorBoundary>
  );
}

/** Must be the last element of the screen, so that the heading to focus exists. */
function Arrival({ hash }: { hash: string }) {
  const [named] = useState(hash.slice(1));
  useEffect(() => {
    // Waits for the next frame, which computes the layout anyway. Scrolling now would force an additional layout.
    const frame = requestAnimationFrame(() => arrive(named));
    return () => cancelAnimationFrame(frame);
  }, [named]);
  return null;
}

/** Puts the view and the focus where the screen begins; `named` is the id of the part that the address names. */
function arrive(named: string): void {
  // That part shows itself.
  if (named !== '' && document.getElementById(named)) return;
  window.scrollTo(0, 0);
  if (document.activeElement !== document.body) return;
  const target = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
  if (!target) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}
