import { type ReactNode, startTransition, Suspense, useEffect, useState } from 'react';
import { showToast } from '../../../ui/overlays/toasts';
import { useRealtime } from '../../../realtime/hooks';
import { leaveGuarded } from '../../../urls/leaving';
import { importLogOut, LogOutDialog, preloadLogOut } from '../dialogs';
import type { LeavingWords } from './log-out-dialog';

export interface Leaving {
  /** Whether the question comes even if all taps are sent. */
  alwaysAsks: boolean;
  words: LeavingWords;
  /** Leaves. The sockets are closed by then. */
  leave: () => void;
}

/** Returns a function that leaves, and the question that it may ask first, while something is unsaved or unsent. */
export function useAskedLeaving({ alwaysAsks, words, leave }: Leaving): { ask: () => void; question: ReactNode } {
  const realtime = useRealtime();
  const [asking, setAsking] = useState(false);

  useEffect(preloadLogOut, []);

  /**
   * The number of unstored taps in the question is true only when their writes have finished. If more writes have
   * failed than the question said, it stays open and shows the new number.
   */
  async function leaveAsTold() {
    const told = realtime.volatileTaps;
    await realtime.written();
    if (realtime.volatileTaps <= told) leaveNow();
  }

  function leaveNow() {
    setAsking(false);
    // The order matters: close the sockets, then tell the server, then change the user.
    realtime.closeAll();
    leave();
  }

  async function askFirst() {
    try {
      await importLogOut();
      startTransition(() => setAsking(true));
    } catch {
      // Without a network the code of the question may be missing. With no unsent taps, leaving loses nothing.
      // Otherwise stay and say how many taps are unsent.
      if (realtime.unsentTaps === 0) leaveNow();
      else showToast(words.unsent(realtime.unsentTaps, realtime.volatileTaps));
    }
  }

  const mustAsk = () => alwaysAsks || realtime.unsentTaps > 0;
  return {
    ask: () => leaveGuarded(() => (mustAsk() ? void askFirst() : leaveNow())),
    question: (
      <Suspense>
        {asking && <LogOutDialog words={words} onClose={() => setAsking(false)} onConfirm={() => void leaveAsTold()} />}
      </Suspense>
    ),
  };
}
