import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import * as z from 'zod/mini';
import { settingPagesTexts } from '../../texts/setting-pages-texts';
import { isPlainClick } from '../../ui/link';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog';
import { guardLeaving } from '../../urls/leaving';
import { unsavedForms } from './unsaved';

/** The state in which the router keeps the place of an entry in the history. */
const EntrySchema = z.object({ idx: z.int() });

const placeInHistory = (): number | null => {
  const entry = z.safeParse(EntrySchema, history.state);
  return entry.success ? entry.data.idx : null;
};

/** Returns the link that a click follows to another page of the app; null without one. */
function leavingBy(event: MouseEvent, pathname: string): HTMLAnchorElement | null {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.target !== '' || !isPlainClick(event)) return null;
  const { origin, pathname: to } = new URL(link.href);
  return origin === location.origin && to !== pathname ? link : null;
}

/** What somebody tried to do while there were unsaved changes. */
interface Held {
  forms: readonly string[];
  leave: () => void;
}

/**
 * Asks before this page is left with unsaved changes, by a link, by the browser's buttons, by logging out, or when another
 * event is chosen or made (unsaved.ts has closing). The router has no such question without its data features, so links and the history are watched before
 * the router sees them.
 */
export function LeaveGuard() {
  const shown = useLocation();
  const [held, setHeld] = useState<Held | null>(null);
  /** The page that somebody has said is to be left. It outlives the step back to that page's entry. */
  const left = useRef<string | null>(null);

  useEffect(() => {
    // Each step within the page has another place in the history.
    const { pathname } = shown;
    const place = placeInHistory();

    function hold(event: Event, leave: () => void) {
      event.stopImmediatePropagation();
      setHeld({
        forms: unsavedForms(),
        leave() {
          left.current = pathname;
          leave();
        },
      });
    }

    function click(event: MouseEvent) {
      if (left.current === pathname || unsavedForms().length === 0) return;
      const link = leavingBy(event, pathname);
      if (link === null) return;
      event.preventDefault();
      hold(event, () => link.click());
    }

    /** Returns to this page's entry, asks there, and repeats the step then. */
    function step(event: PopStateEvent) {
      const now = placeInHistory();
      if (left.current === pathname || unsavedForms().length === 0 || location.pathname === pathname) return;
      if (now === null || place === null) return;
      const steps = now - place;
      hold(event, () => history.go(steps));
      history.go(-steps);
    }

    /**
     * Asks before somebody logs out or shows another event. The page does not count as left: logging out can ask more and be
     * canceled.
     */
    function ask(leave: () => void) {
      const forms = unsavedForms();
      if (forms.length === 0) leave();
      else setHeld({ forms, leave });
    }

    const unguard = guardLeaving({ step, leave: ask });
    document.addEventListener('click', click, true);
    return () => {
      unguard();
      document.removeEventListener('click', click, true);
    };
  }, [shown]);

  if (held === null) return null;
  const words = settingPagesTexts.leave;
  return (
    <ConfirmDialog
      title={words.title}
      subject={held.forms.join(', ')}
      description={words.description}
      confirmText={words.confirm}
      busyText={words.confirm}
      onConfirm={async () => held.leave()}
      onClose={() => setHeld(null)}
    />
  );
}
