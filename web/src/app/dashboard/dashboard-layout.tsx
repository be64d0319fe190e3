import { LogOut } from 'lucide-react';
import type { ReactNode } from 'react';
import type { User } from '../../../../src/shared/schemas/user';
import { ConnectionBadge } from '../../features/account/connection-badge';
import { SubscriptionBadge } from '../../features/account/subscription-badge';
import { useSession } from '../../lib/session';
import { texts } from '../../lib/texts';
import type { Connection } from '../../realtime/channel';
import { useRealtime } from '../../realtime/hooks';
import { BrandMark } from '../../ui/brand-mark';
import { IconButton } from '../../ui/button';

export interface DashboardLayoutProps {
  user: User;
  /** null where there is nothing to be connected to. */
  connection: Connection | null;
  children: ReactNode;
}

/** The bar that stays in sight, and the page below it. */
export function DashboardLayout({ user, connection, children }: DashboardLayoutProps) {
  const session = useSession();
  const realtime = useRealtime();

  function logOut() {
    // In the spec's order: close the connection, tell the server, clear the user.
    realtime.closeAll();
    void session.leave();
  }

  return (
    <div className="min-h-dvh">
      <title>{texts.brand}</title>
      <header className="safe-top sticky top-0 z-30 border-b border-line bg-page/90 backdrop-blur-md">
        <div className="safe-x mx-auto flex min-h-15 max-w-6xl items-center gap-2 py-2">
          <span className="mr-auto inline-flex items-center gap-2.5 font-semibold tracking-tight">
            <BrandMark />
            <span className="max-[26rem]:sr-only">{texts.brand}</span>
          </span>
          <span className="flex flex-wrap justify-end gap-1.5">
            <SubscriptionBadge status={user.subscriptionStatus} />
            {connection && <ConnectionBadge connection={connection} />}
          </span>
          <IconButton label={texts.header.logOut} onClick={logOut} className="-mr-2.5">
            <LogOut aria-hidden size={20} />
          </IconButton>
        </div>
      </header>
      <main className="safe-x safe-bottom mx-auto max-w-6xl">{children}</main>
    </div>
  );
}
