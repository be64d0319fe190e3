import { type ReactNode, startTransition, useEffect, useMemo, useRef, useState } from 'react';
import { HOUR_MS, DAY_MS } from '../../../src/shared/durations';
import { CONNECT_AFTER_LOGIN_MS } from '../../../src/shared/protocol/limits';
import type { User } from '../../../src/shared/schemas/user';
import { beginSession, isRefusal, onForbidden, onUnauthenticated } from '../api/api-client';
import { forgetKnownOfOthers } from '../session/last-known';
import { isSamePerson } from '../session/principal';
import { endReasonText, noteLogoutElsewhere } from '../session/session-end';
import { type Session, SessionContext, type SessionStatus } from '../session/session';
import { endSession, fetchUser, tellPendingLogout, verifySession } from '../session/session-api';
import { isLogoutPending, keepLogoutPending, LOGOUT_PENDING_KEY } from '../session/plain-storage';
import { clearSignedInHint, hasSignedInHint, keepUser, readUser } from '../session/storage';

/**
 * Wait this many ms for the server to say who is logged in, then assume the last known user. The answer may still come
 * later.
 */
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

/** If somebody logged out on this device, the server is not asked, because its session may still exist. */
const firstState = (): SessionState => (!isLogoutPending() && hasSignedInHint() ? nobody('checking') : guest());

/** Several calls can find out that the session has ended. Keep the reason that one of these calls gave. */
const forgotten =
  (notice?: string) =>
  (now: SessionState): SessionState => {
    if (now.status === 'leaving') return now;
    return now.status === 'guest' && notice === undefined ? now : guest(notice);
  };

/**
 * A 401 from the server means that there is no session. Any other failure does not say whether there is a session, so
 * the last known user stays.
 */
function afterFailedVerify(error: unknown): SessionState {
  const ended = isRefusal(error, 'unauthenticated');
  if (ended) clearSignedInHint();
  const user = ended ? null : readUser();
  return user ? loggedIn(user) : guest(endReasonText());
}

/** Returns the state for the last known user; null if no user is stored. */
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
 * Updates the user of `key`'s session from a call's answer. If the answer is about another person, who logged in in
 * another tab, that is a new session.
 */
const refreshed =
  (key: object, user: User) =>
  (now: SessionState): SessionState => {
    if (now.status !== 'user' || now.key !== key || !now.user) return now;
    return isSamePerson(now.user, user) ? { ...now, user } : loggedIn(user);
  };

/**
 * Sends a pending logout before anything else, and again whenever the network may be back. Otherwise a shared phone
 * could come back logged in.
 */
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

/** Hears of a logout in another tab, which the server tells this one without a reason. */
function useLogoutsElsewhere(): void {
  useEffect(() => {
    const hear = ({ key, newValue }: StorageEvent) =>
      key === LOGOUT_PENDING_KEY && newValue !== null && noteLogoutElsewhere();
    window.addEventListener('storage', hear);
    return () => window.removeEventListener('storage', hear);
  }, []);
}

/** Stores who is logged in for the next visit. A user whom another tab has stored meanwhile is not deleted. */
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
  /** The page already shows the screen of a guest, because nobody was logged in when the page was loaded. */
  startsAsGuest?: boolean | undefined;
  children: ReactNode;
}

export function SessionProvider({ startsAsGuest = false, children }: SessionProviderProps) {
  const [state, setState] = useState(() => (startsAsGuest ? guest() : firstState()));
  const [asksFirst] = useState(state.status === 'checking');
  useLogoutTelling();
  useLogoutsElsewhere();

  useEffect(() => {
    const stopHearing = onUnauthenticated(() => setState(forgotten(endReasonText())));
    if (!asksFirst) return stopHearing;
    const assumed = assumedState();
    // A transition keeps the current screen visible until the code of the next screen has loaded. No spinner appears in
    // between.
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

  // A member may have got another role. What that role may not do disappears then.
  const isMember = state.user !== null && state.user.role !== 'user';
  useEffect(() => onForbidden(() => void (isMember && session.refresh())), [session, isMember]);

  return <SessionContext value={session}>{children}</SessionContext>;
}

/**
 * Each answered call prolongs the session and its cookie, but a screen on a wall holds its sockets for weeks without a
 * call. So this hook makes a call once a day, and every hour until it gets an answer. The sockets detect when the
 * session has ended.
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
