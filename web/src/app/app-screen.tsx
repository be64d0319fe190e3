import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { User } from '../../../src/shared/schemas/user';
import { takeDoor } from '../lib/device';
import { takeAgreed } from '../lib/door/agreed-door';
import { readKnownAreas } from '../lib/last-known';
import { principalOf } from '../lib/principal';
import { type Session, useSession } from '../lib/session';
import { keepUser } from '../lib/storage';
import { browserEffects } from '../realtime/browser-effects';
import type { Effects } from '../realtime/effects';
import { RealtimeContext } from '../realtime/hooks';
import { Realtime } from '../realtime/realtime';
import { lazyPart } from '../ui/lazy-part';
import { Toaster } from '../ui/toaster';
import { AdminDashboard } from './dashboard/admin-dashboard';
import { guardUnsentTaps } from './dashboard/guard-unsent-taps';
import { keepLastKnown } from './dashboard/keep-last-known';
import { SettingsProvider } from './dashboard/settings';
import { useNews } from './dashboard/use-news';
import { UserDashboard } from './dashboard/user-dashboard';
import { MissingScreen } from './missing-screen';
import { useSessionQueries } from './query-client';

export interface AppScreenProps {
  shows?: keyof typeof SCREENS;
  /** For tests. */
  effects?: Effects;
}

const realtimes = new WeakMap<object, Realtime>();

/** One for as long as the session lasts: a way back and forth between screens loses no tap that is not sent yet. */
function realtimeOf({ key, connectFrom }: Session, user: User, effects: Effects): Realtime {
  const held = realtimes.get(key);
  if (held) return held;
  // From here on other tabs know who is logged in.
  keepUser(user);
  const agreed = takeAgreed();
  if (agreed) takeDoor(agreed.door, agreed.eventId);
  const recall = (eventId: string) => readKnownAreas(user, eventId);
  const realtime = new Realtime(effects, principalOf(user), connectFrom, recall);
  realtimes.set(key, realtime);
  guardUnsentTaps(realtime);
  keepLastKnown(realtime, user);
  return realtime;
}

/** /app and what is below it: one session's queries and sockets, and what shows them. */
export function AppScreen({ shows = 'dashboard', effects = browserEffects }: AppScreenProps) {
  const session = useSession();
  return (
    <QueryClientProvider client={useSessionQueries(session)}>
      {session.user && (
        <Dashboard user={session.user} shows={shows} realtime={realtimeOf(session, session.user, effects)} />
      )}
    </QueryClientProvider>
  );
}

let current: Realtime | null = null;

/** The sockets of an earlier session end with it, also where nobody has logged out. */
function useOnly(realtime: Realtime): void {
  useEffect(() => {
    if (current !== realtime) current?.closeAll();
    current = realtime;
  }, [realtime]);
}

const RoleDashboard = ({ user }: { user: User }) =>
  user.role === 'admin' ? <AdminDashboard user={user} /> : <UserDashboard user={user} />;

/** The dashboard of the user's role, and what an admin has beside it. */
const SCREENS = {
  dashboard: RoleDashboard,
  overview: lazyPart(async () => (await import('./overview/overview-screen')).OverviewScreen, MissingScreen),
  reports: lazyPart(async () => (await import('./reports/reports-screen')).ReportsScreen, MissingScreen),
  printedReport: lazyPart(
    async () => (await import('./reports/printed-report-screen')).PrintedReportScreen,
    MissingScreen,
  ),
};

interface DashboardProps {
  user: User;
  shows: keyof typeof SCREENS;
  realtime: Realtime;
}

function Dashboard({ user, shows, realtime }: DashboardProps) {
  useOnly(realtime);
  useNews(realtime);
  const Shown = SCREENS[shows];
  return (
    <RealtimeContext value={realtime}>
      <SettingsProvider user={user}>
        <Shown user={user} />
      </SettingsProvider>
      <Toaster />
    </RealtimeContext>
  );
}
