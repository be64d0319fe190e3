import { type MouseEvent, useCallback, useEffect, useRef, useState } from 'react';

/** For this many seconds an action can be taken back before it happens. */
const UNDO_WITHIN_S = 10;

/**
 * The state of a button whose action waits for ten seconds, in which a second press undoes it. It happens at once when the
 * part of the page, or the page, goes: whoever has pressed a button and left means it.
 * @param onWaits called when an action begins to wait, and when that is over
 */
export function useUndoable(onWaits?: (waits: boolean) => void) {
  const due = useRef<(() => void) | null>(null);
  const [busy, setBusy] = useState(false);
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
    const happen = () => settle(true);
    const timer = setTimeout(happen, UNDO_WITHIN_S * 1_000);
    const clock = setInterval(() => setSecondsLeft((left) => left && left - 1), 1_000);
    window.addEventListener('pagehide', happen);
    return () => {
      clearTimeout(timer);
      clearInterval(clock);
      window.removeEventListener('pagehide', happen);
    };
  }, [isWaiting, settle]);

  useEffect(() => () => settle(true), [settle]);

  async function run(act: () => Promise<void>) {
    setBusy(true);
    await act();
    setBusy(false);
  }

  function press({ detail }: MouseEvent, act: () => Promise<void>) {
    // The second press of a double click is not meant for what the button has become.
    if (busy || detail > 1) return;
    onWaits?.(!isWaiting);
    if (isWaiting) {
      settle(false);
      return;
    }
    due.current = () => {
      onWaits?.(false);
      void run(act);
    };
    setSecondsLeft(UNDO_WITHIN_S);
  }

  return {
    /** Whether the action runs. */
    busy,
    /** The seconds until it happens; null while nothing waits. */
    secondsLeft,
    /** Runs an action at once. */
    run,
    /** Handles a press of the button. */
    press,
  };
}
