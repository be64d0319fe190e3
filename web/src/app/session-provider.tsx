import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, startTransition, useEffect, useMemo, useState } from 'react';
import { CONNECT_AFTER_LOGIN_MS } from '../../../src/shared/limits';
import type { User } from '../../../src/shared/schemas/user';
import { ApiError, onUnauthenticated } from '../lib/api-client';
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

/** A 4xx means that there is no session. Anything else says nothing about it, and the user of the last visit stays. */
function afterFailedVerify(error: unknown): SessionState {
  const user = error instanceof ApiError && error.status < 500 ? null : readUser();
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
    return onUnauthenticated(() => setState(guest()));
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
      forget: () => setState(guest()),
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
