import { createContext, type ReactNode, startTransition, Suspense, use, useCallback, useState } from 'react';
import type { User } from '../../../../src/shared/schemas/user';
import { AccountSettings } from './dialogs';

const OpenSettingsContext = createContext<(() => void) | null>(null);

/** Opens the account's settings; null for who has none (spec section 6). */
export const useOpenSettings = (): (() => void) | null => use(OpenSettingsContext);

/** Above the dashboards, so that whatever happens to an event closes no settings. */
export function SettingsProvider({ user, children }: { user: User; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const show = useCallback(() => startTransition(() => setOpen(true)), []);
  if (user.role !== 'admin') return children;
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
