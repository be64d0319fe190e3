import { lazy, Suspense, useState } from 'react';
import { useSession } from '../lib/session';
import { browserEffects } from '../realtime/browser-effects';
import type { Effects } from '../realtime/effects';
import { RealtimeContext } from '../realtime/hooks';
import { Realtime } from '../realtime/realtime';
import { Spinner } from '../ui/spinner';
import { Toaster } from '../ui/toaster';
import { useNews } from './dashboard/use-news';

const AdminDashboard = lazy(async () => ({
  default: (await import('./dashboard/admin-dashboard')).AdminDashboard,
}));
const UserDashboard = lazy(async () => ({ default: (await import('./dashboard/user-dashboard')).UserDashboard }));

export interface AppScreenProps {
  /** For tests. */
  effects?: Effects;
}

/** /app: one session's sockets, and the dashboard of its role. */
export function AppScreen({ effects = browserEffects }: AppScreenProps) {
  const { user, connectFrom } = useSession();
  const [realtime] = useState(() => new Realtime(effects, connectFrom));
  useNews(realtime);

  if (!user) return null;
  return (
    <RealtimeContext value={realtime}>
      <Suspense fallback={<Spinner />}>
        {user.role === 'admin' ? <AdminDashboard user={user} /> : <UserDashboard user={user} />}
      </Suspense>
      <Toaster />
    </RealtimeContext>
  );
}
