import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, startTransition, useEffect, useMemo, useState } from 'react';
import { CONNECT_AFTER_LOGIN_MS } from '../../../src/shared/limits';
import type { User } from '../../../src/shared/schemas/user';
import { isRefusal, onUnauthenticated } from '../lib/api-client';
import { type Session, SessionContext, type SessionStatus } from '../lib/session';
import { endSession, fetchUser, verifySession } from '../lib/session-api';
import { keepUser, readUser } from '../lib/storage';

interface SessionState {
  status: SessionStatus;
  user: User | null;
  connectFrom: number;
  notice: string | null;
}

const CHECKING: SessionState = { status: 'checking', user: null, connectFrom: 0, notice: null };
const guest = (notice: string | null = null): SessionState => ({ status: 'guest', user: null, connectFrom: 0, notice });
const known = (user: User, connectFrom = 0): SessionState => ({ status: 'user', user, connectFrom, notice: null });

/** Several calls find out that the session has ended: what one of them had to say stays. */
const forgotten =
  (notice?: string) =>
  (now: SessionState): SessionState =>
    now.status === 'guest' && notice === undefined ? now : guest(notice);

/** The server's own 401 means that there is no session. Anything else says nothing about it: the last visit's user stays. */
function afterFailedVerify(error: unknown): SessionState {
  const user = isRefusal(error, 'unauthenticated') ? null : readUser();
  return user ? known(user) : guest();
}

export function SessionProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  const [state, setState] = useState(CHECKING);

  useEffect(() => {
    // A transition: what is on the screen stays until the next screen's code is there, without a spinner in between.
    const settle = (next: SessionState) =>
      startTransition(() => setState((now) => (now.status === 'checking' ? next : now)));
    verifySession().then(
      (user) => settle(known(user)),
      (error: unknown) => settle(afterFailedVerify(error)),
    );
    return onUnauthenticated(() => setState(forgotten()));
  }, []);

  useEffect(() => {
    if (state.status !== 'checking') keepUser(state.user);
  }, [state]);

  const session = useMemo<Session>(
    () => ({
      ...state,
      enter(user) {
        // What was fetched for whoever was logged in before is not this user's.
        queryClient.clear();
        startTransition(() => setState(known(user, Date.now() + CONNECT_AFTER_LOGIN_MS)));
      },
      forget: (notice) => setState(forgotten(notice)),
      async refresh() {
        try {
          const user = await fetchUser();
          setState((now) => (now.status === 'user' ? { ...now, user } : now));
        } catch (error) {
          console.warn('The user could not be loaded', error);
        }
      },
      async leave(notice) {
        try {
          await endSession();
        } catch (error) {
          console.warn('The server was not told of the logout', error);
        }
        setState(guest(notice ?? null));
      },
    }),
    [state, queryClient],
  );

  return <SessionContext value={session}>{children}</SessionContext>;
}
