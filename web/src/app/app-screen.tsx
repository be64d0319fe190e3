import { useState } from 'react';
import { useSession } from '../lib/session';
import { browserEffects } from '../realtime/browser-effects';
import type { Effects } from '../realtime/effects';
import { RealtimeContext } from '../realtime/hooks';
import { Realtime } from '../realtime/realtime';
import { Toaster } from '../ui/toaster';
import { AdminDashboard } from './dashboard/admin-dashboard';
import { useNews } from './dashboard/use-news';
import { useUnloadGuard } from './dashboard/use-unload-guard';
import { UserDashboard } from './dashboard/user-dashboard';

export interface AppScreenProps {
  /** For tests. */
  effects?: Effects;
}

/** /app: one session's sockets, and the dashboard of its role. */
export function AppScreen({ effects = browserEffects }: AppScreenProps) {
  const { user, connectFrom } = useSession();
  const [realtime] = useState(() => new Realtime(effects, connectFrom));
  useNews(realtime);
  useUnloadGuard(realtime);

  if (!user) return null;
  return (
    <RealtimeContext value={realtime}>
      {user.role === 'admin' ? <AdminDashboard user={user} /> : <UserDashboard user={user} />}
      <Toaster />
    </RealtimeContext>
  );
}
