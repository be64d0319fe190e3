import { useEffect, useLayoutEffect } from 'react';
import type { User } from '../../../src/shared/schemas/user';
import { takeDoor } from '../device/device';
import { takeAgreed } from '../device/door/agreed-door';
import { readKnownAreas } from '../session/last-known';
import { may } from '../session/may';
import { principalOf } from '../session/principal';
import { type Session, useSession } from '../session/session';
import { keepUser } from '../session/storage';
import { browserEffects } from '../realtime/browser-effects';
import type { PageEffects } from '../realtime/page-effects';
import { RealtimeContext } from '../realtime/hooks';
import { Realtime } from '../realtime/realtime';
import { lazyComponent } from '../ui/overlays/lazy-component';
import { Toaster } from '../ui/overlays/toaster';
import type { AdminScreensProps } from './admin-screens';
import { guardUnsentTaps } from '../features/dashboard/notices/guard-unsent-taps';
import { keepLastKnown } from '../features/dashboard/notices/guard-unsent-taps';
import { UserDashboard } from '../features/dashboard/user-dashboard';
import { MissingScreen } from '../features/failure/missing-screen';

// The app calls it when this screen's code has loaded, so that the login does not load the formats.
export { prepareFormats } from '../texts/format';

export interface AppScreenProps {
  shows?: AdminScreensProps['shows'];
  /** Tests pass their own effects. */
  effects?: PageEffects;
}

const AdminScreens = lazyComponent(async () => (await import('./admin-screens')).AdminScreens, MissingScreen);

const realtimes = new WeakMap<object, Realtime>();

const permit = (realtime: Realtime, user: User): void => realtime.permit((eventId) => may(user, 'count', eventId));

/** Returns the session's single Realtime. Switching between screens keeps it, so no unsent tap is lost. */
function realtimeOf({ key, connectFrom }: Session, user: User, effects: PageEffects): Realtime {
  const held = realtimes.get(key);
  if (held) return held;
  // Stores the user in localStorage, which tells other tabs who is logged in.
  keepUser(user);
  const agreed = takeAgreed();
  if (agreed) takeDoor(agreed.door, agreed.eventId);
  const recall = (eventId: string) => readKnownAreas(user, eventId);
  const realtime = new Realtime(effects, principalOf(user), connectFrom, recall);
  realtimes.set(key, realtime);
  // Before anything can send taps of an earlier visit.
  permit(realtime, user);
  guardUnsentTaps(realtime);
  keepLastKnown(realtime, user);
  return realtime;
}

/** The screen of /app and all paths below it. It holds the sockets of one session. */
export function AppScreen({ shows = 'dashboard', effects = browserEffects }: AppScreenProps) {
  const session = useSession();
  const { user } = session;
  if (!user) return null;
  // Nothing on the screens of one person, or account, stays for the next.
  const key = principalOf(user);
  return <Dashboard key={key} user={user} shows={shows} realtime={realtimeOf(session, user, effects)} />;
}

let current: Realtime | null = null;

/** Closes the sockets of an earlier session when another session begins, even if nobody logged out. */
function useOnly(realtime: Realtime): void {
  useEffect(() => {
    if (current !== realtime) current?.closeAll();
    current = realtime;
  }, [realtime]);
}

interface DashboardProps extends AdminScreensProps {
  realtime: Realtime;
}

function Dashboard({ user, shows, realtime }: DashboardProps) {
  useOnly(realtime);
  useLayoutEffect(() => permit(realtime, user), [realtime, user]);
  return (
    <RealtimeContext value={realtime}>
      {user.role === 'user' ? <UserDashboard user={user} /> : <AdminScreens user={user} shows={shows} />}
      <Toaster />
    </RealtimeContext>
  );
}
