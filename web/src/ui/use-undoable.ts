import { useCallback, useEffect, useRef, useState } from 'react';

/** For this many seconds an action can be taken back before it happens. */
const UNDO_WITHIN_S = 10;

/**
 * Delays an action by ten seconds, in which it can be undone. It happens at once when the part of the page, or the page,
 * goes: whoever has pressed a button and left means it.
 */
export function useUndoable() {
  const due = useRef<(() => void) | null>(null);
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null);
  const settle = useCallback((happens: boolean) => {
    const act = due.current;
    due.current = null;
    setSecondsLeft(null);
    if (happens) act?.();
  }, []);
  const isWaiting = secondsLeft !== null;

  useEffect(() => {
    if (!isWaiting) return undefined;
    const run = () => settle(true);
    const timer = setTimeout(run, UNDO_WITHIN_S * 1_000);
    const clock = setInterval(() => setSecondsLeft((left) => left && left - 1), 1_000);
    window.addEventListener('pagehide', run);
    return () => {
      clearTimeout(timer);
      clearInterval(clock);
      window.removeEventListener('pagehide', run);
    };
  }, [isWaiting, settle]);

  useEffect(() => () => settle(true), [settle]);

  return {
    /** The seconds until it happens; null while nothing waits. */
    secondsLeft,
    begin: useCallback((act: () => void) => {
      due.current = act;
      setSecondsLeft(UNDO_WITHIN_S);
    }, []),
    undo: useCallback(() => settle(false), [settle]),
  };
}
