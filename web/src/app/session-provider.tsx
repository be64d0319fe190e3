import { type ReactNode, startTransition, useEffect, useMemo, useRef, useState } from 'react';
import { CONNECT_AFTER_LOGIN_MS, HOUR_MS, DAY_MS } from '../../../src/shared/limits';
import type { User } from '../../../src/shared/schemas/user';
import { beginSession, isRefusal, onUnauthenticated } from '../api/api-client';
import { forgetKnownOfOthers } from '../session/last-known';
import { isSamePerson } from '../session/principal';
import { endReasonText } from '../session/session-end';
import { type Session, SessionContext, type SessionStatus } from '../session/session';
import { endSession, fetchUser, tellPendingLogout, verifySession } from '../session/session-api';
import { isLogoutPending, keepLogoutPending } from '../session/plain-storage';
import { clearSignedInHint, hasSignedInHint, keepUser, readUser } from '../session/storage';

/** A network may swallow the question who is logged in: then the last user goes on, and the answer may follow. */
const VERIFY_PATIENCE_MS = 3_000;

type SessionState = Pick<Session, 'user' | 'key' | 'connectFrom' | 'notice'> & { status: SessionStatus };

const NOBODY = {};
const nobody = (status: SessionStatus, notice: string | null = null): SessionState => ({
  status,
  user: null,
  key: NOBODY,
  connectFrom: 0,
  notice,
});

const guest = (notice: string | null = null): SessionState => nobody('guest', notice);
const loggedIn = (user: User, connectFrom = 0): SessionState => ({
  status: 'user',
  user,
  key: {},
  connectFrom,
  notice: null,
});

/** If somebody has logged out here, the server is not asked again, whatever it still believes. */
const firstState = (): SessionState => (!isLogoutPending() && hasSignedInHint() ? nobody('checking') : guest());

/** Several calls find out that the session has ended: the reason that one of them gave stays. */
const forgotten =
  (notice?: string) =>
  (now: SessionState): SessionState => {
    if (now.status === 'leaving') return now;
    return now.status === 'guest' && notice === undefined ? now : guest(notice);
  };

/**
 * The server's own 401 means that there is no session. Any other failure says nothing about it: the last visit's user
 * stays.
 */
function afterFailedVerify(error: unknown): SessionState {
  const ended = isRefusal(error, 'unauthenticated');
  if (ended) clearSignedInHint();
  const user = ended ? null : readUser();
  return user ? loggedIn(user) : guest(endReasonText());
}

/** The last visit's user. */
function assumedState(): SessionState | null {
  const user = readUser();
  return user && loggedIn(user);
}

/**
 * Use the verify response; if it is slow, assume the last known user. A late 'signed in' is accepted. A late 'signed
 * out' is ignored: the dashboard's own requests detect it and protect unsent taps.
 */
function settled(now: SessionState, next: SessionState, assumed: SessionState | null): SessionState {
  if (now.status === 'checking') return next;
  if (now.key !== assumed?.key || next.status !== 'user' || !next.user) return now;
  return now.user && isSamePerson(now.user, next.user) ? { ...now, user: next.user } : next;
}

/**
 * What a call says about the user of `key`'s session. If another person has logged in in another tab, that is another
 * session.
 */
const refreshed =
  (key: object, user: User) =>
  (now: SessionState): SessionState => {
    if (now.status !== 'user' || now.key !== key || !now.user) return now;
    return isSamePerson(now.user, user) ? { ...now, user } : loggedIn(user);
  };

/** Before anything else, and again whenever there may be a network: a shared phone must not come back logged in. */
function useLogoutTelling(): void {
  useEffect(() => {
    const tell = () => void tellPendingLogout();
    tell();
    window.addEventListener('online', tell);
    document.addEventListener('visibilitychange', tell);
    return () => {
      window.removeEventListener('online', tell);
      document.removeEventListener('visibilitychange', tell);
    };
  }, []);
}

/** Stores who is logged in for the next visit. What a login in another tab has stored meanwhile is not deleted. */
function useKept(status: SessionStatus, user: User | null): void {
  const held = useRef<User | null>(null);
  useEffect(() => {
    if (status === 'checking') return;
    const present = readUser();
    const isAnothers = !user && present && held.current && !isSamePerson(present, held.current);
    held.current = user ?? held.current;
    if (isAnothers) return;
    keepUser(user);
    forgetKnownOfOthers(user);
  }, [status, user]);
}

export interface SessionProviderProps {
  /** The page shows a guest's screen already: nobody was logged in when it was loaded. */
  startsAsGuest?: boolean | undefined;
  children: ReactNode;
}

export function SessionProvider({ startsAsGuest = false, children }: SessionProviderProps) {
  const [state, setState] = useState(() => (startsAsGuest ? guest() : firstState()));
  const [asksFirst] = useState(state.status === 'checking');
  useLogoutTelling();

  useEffect(() => {
    const stopHearing = onUnauthenticated(() => setState(forgotten()));
    if (!asksFirst) return stopHearing;
    const assumed = assumedState();
    // A transition: the present screen stays until the next screen's code has loaded, without a spinner in between.
    const settle = (next: SessionState) => startTransition(() => setState((now) => settled(now, next, assumed)));
    const impatience = setTimeout(() => assumed && settle(assumed), VERIFY_PATIENCE_MS);
    verifySession()
      .then(
        (user) => settle(loggedIn(user)),
        (error: unknown) => settle(afterFailedVerify(error)),
      )
      .finally(() => clearTimeout(impatience));
    return stopHearing;
  }, [asksFirst]);

  useKeepSignedIn(state.status === 'user');
  useKept(state.status, state.status === 'leaving' ? null : state.user);

  const session = useMemo<Session>(
    () => ({
      ...state,
      enter(user) {
        // This login has replaced the session that a pending logout was about to end.
        keepLogoutPending(false);
        beginSession();
        startTransition(() => setState(loggedIn(user, Date.now() + CONNECT_AFTER_LOGIN_MS)));
      },
      forget: (notice) => setState(forgotten(notice)),
      async refresh() {
        try {
          const user = await fetchUser();
          setState(refreshed(state.key, user));
        } catch (error) {
          console.warn('The user could not be loaded', error);
        }
      },
      async leave(notice) {
        setState((now) => (now.status === 'user' ? { ...now, status: 'leaving' } : now));
        await endSession();
        setState(guest(notice ?? null));
      },
    }),
    [state],
  );

  return <SessionContext value={session}>{children}</SessionContext>;
}

/**
 * A call's answer prolongs a session and its cookie, but a screen on a wall holds its sockets for weeks without any
 * call. So it asks once a day, and every hour until it gets an answer. The sockets find out when the session has ended.
 */
export function useKeepSignedIn(isSignedIn: boolean): void {
  useEffect(() => {
    if (!isSignedIn) return undefined;
    let answeredAt = Date.now();
    const ask = async () => {
      if (Date.now() - answeredAt < DAY_MS) return;
      try {
        await verifySession();
        answeredAt = Date.now();
      } catch (error) {
        console.warn('The session could not be prolonged', error);
      }
    };
    const timer = setInterval(() => void ask(), HOUR_MS);
    return () => clearInterval(timer);
  }, [isSignedIn]);
}
