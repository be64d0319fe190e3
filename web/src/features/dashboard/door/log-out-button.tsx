import { type ReactNode, startTransition, Suspense, useEffect, useState } from 'react';
import { useSession } from '../../../session/session';
import { texts } from '../../../texts/app-texts';
import { showToast } from '../../../ui/overlays/toasts';
import { useRealtime } from '../../../realtime/hooks';
import { IconButton } from '../../../ui/button';
import { leaveGuarded } from '../../../urls/leaving';
import { LogOut } from '../../../ui/icons/counting';
import { importLogOut, LogOutDialog, preloadLogOut } from '../dialogs';

/**
 * Returns a function that logs out, and the question that it may ask first. It asks while settings are unsaved or
 * taps are unsent, and always at a door, where a hasty thumb can hit the button and the access code is not at hand.
 */
export function useLogOut(): { askToLogOut: () => void; question: ReactNode } {
  const session = useSession();
  const realtime = useRealtime();
  const [asking, setAsking] = useState(false);

  useEffect(preloadLogOut, []);

  /**
   * The number of unstored taps in the question is true only when their writes have finished. If more writes have
   * failed than the question said, it stays open and shows the new number.
   */
  async function logOutAsTold() {
    const told = realtime.volatileTaps;
    await realtime.written();
    if (realtime.volatileTaps <= told) logOut();
  }

  function logOut() {
    setAsking(false);
    // The order matters: close the sockets, then tell the server, then clear the user.
    realtime.closeAll();
    void session.leave();
  }

  const mustAsk = () => session.user?.role === 'user' || realtime.unsentTaps > 0;

  async function askFirst() {
    try {
      await importLogOut();
      startTransition(() => setAsking(true));
    } catch {
      // Without a network the code of the question may be missing. With no unsent taps, logging out loses nothing.
      // Otherwise stay logged in and say how many taps are unsent.
      if (realtime.unsentTaps === 0) logOut();
      else showToast(texts.logOut.unsent(realtime.unsentTaps, realtime.volatileTaps));
    }
  }

  return {
    askToLogOut: () => leaveGuarded(() => (mustAsk() ? void askFirst() : logOut())),
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
        <LogOut size={20} />
      </IconButton>
      {question}
    </>
  );
}
