import { type ReactNode, startTransition, Suspense, useCallback, useState } from 'react';
import type { User } from '../../../../src/shared/schemas/user';
import { OpenSettingsContext } from '../../features/dashboard/settings';
import { AccountSettings } from './admin-dialogs';

/** Above the dashboards, so that nothing that happens to an event closes the settings. */
export function SettingsProvider({ user, children }: { user: User; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const show = useCallback(() => startTransition(() => setOpen(true)), []);
  return (
    <OpenSettingsContext value={show}>
      {children}
      <Suspense>
        {open && (
          <AccountSettings username={user.username} status={user.subscriptionStatus} onClose={() => setOpen(false)} />
        )}
      </Suspense>
    </OpenSettingsContext>
  );
}
