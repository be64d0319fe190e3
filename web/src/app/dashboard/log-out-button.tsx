import { startTransition, Suspense, useEffect, useState } from 'react';
import { useSession } from '../../lib/session';
import { texts } from '../../lib/app-texts';
import { showToast } from '../../lib/toasts';
import { useRealtime } from '../../realtime/hooks';
import { IconButton } from '../../ui/button';
import { LogOut } from '../../ui/icons/log-out';
import { importLogOut, LogOutDialog, preloadLogOut } from './dialogs';

/** Asks first while taps are unsent. */
export function LogOutButton() {
  const session = useSession();
  const realtime = useRealtime();
  const [asking, setAsking] = useState(false);

  useEffect(preloadLogOut, []);

  /** What the question says of taps holds only once their write has ended: if it has failed, the question stays, and says so. */
  async function logOutAsTold() {
    const told = realtime.volatileTaps;
    await realtime.written();
    if (realtime.volatileTaps <= told) logOut();
  }

  function logOut() {
    setAsking(false);
    // In the spec's order: close the connection, tell the server, clear the user.
    realtime.closeAll();
    void session.leave();
  }

  async function askFirst() {
    try {
      await importLogOut();
      startTransition(() => setAsking(true));
    } catch {
      // Without a network the question may be missing too. Not to log out loses nothing.
      showToast(texts.logOut.unsent(realtime.unsentTaps, realtime.volatileTaps));
    }
  }

  return (
    <>
      <IconButton label={texts.header.logOut} onClick={() => (realtime.unsentTaps > 0 ? void askFirst() : logOut())}>
        <LogOut aria-hidden size={20} />
      </IconButton>
      <Suspense>
        {asking && <LogOutDialog onClose={() => setAsking(false)} onConfirm={() => void logOutAsTold()} />}
      </Suspense>
    </>
  );
}
