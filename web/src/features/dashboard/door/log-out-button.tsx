import { type ReactNode, startTransition, Suspense, useEffect, useState } from 'react';
import { useSession } from '../../../session/session';
import { texts } from '../../../texts/app-texts';
import { showToast } from '../../../ui/overlays/toasts';
import { useRealtime } from '../../../realtime/hooks';
import { IconButton } from '../../../ui/button';
import { LogOut } from '../../../ui/icons/counting';
import { importLogOut, LogOutDialog, preloadLogOut } from '../dialogs';

/**
 * Asks first while taps are unsent, and always at a door, where a hasty thumb may hit it and the code is not at hand.
 */
export function useLogOut(): { askToLogOut: () => void; question: ReactNode } {
  const session = useSession();
  const realtime = useRealtime();
  const [asking, setAsking] = useState(false);

  useEffect(preloadLogOut, []);

  /**
   * The question's text about taps is true only after their write has finished: if it has failed, the question stays
   * and says so.
   */
  async function logOutAsTold() {
    const told = realtime.volatileTaps;
    await realtime.written();
    if (realtime.volatileTaps <= told) logOut();
  }

  function logOut() {
    setAsking(false);
    // In this order: close the connection, tell the server, clear the user.
    realtime.closeAll();
    void session.leave();
  }

  const mustAsk = () => session.user?.role === 'user' || realtime.unsentTaps > 0;

  async function askFirst() {
    try {
      await importLogOut();
      startTransition(() => setAsking(true));
    } catch {
      // Without a network the question's code may be missing, too. Not logging out loses nothing.
      if (realtime.unsentTaps === 0) logOut();
      else showToast(texts.logOut.unsent(realtime.unsentTaps, realtime.volatileTaps));
    }
  }

  return {
    askToLogOut: () => (mustAsk() ? void askFirst() : logOut()),
    question: (
      <Suspense>
        {asking && <LogOutDialog onClose={() => setAsking(false)} onConfirm={() => void logOutAsTold()} />}
      </Suspense>
    ),
  };
}

export function LogOutButton() {
  const { askToLogOut, question } = useLogOut();
  return (
    <>
      <IconButton label={texts.header.logOut} onClick={askToLogOut}>
        <LogOut aria-hidden size={20} />
      </IconButton>
      {question}
    </>
  );
}
