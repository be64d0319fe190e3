import { createContext, use } from 'react';
import { may } from '../../session/may';
import { useSession } from '../../session/session';

/** Opens the account settings. Provided by SettingsProvider (app/admin-screens.tsx) for admins. */
export const OpenSettingsContext = createContext<(() => void) | null>(null);

/** Returns a function that opens the account settings; null for users who are not admins (docs/product.md, U2). */
export const useOpenSettings = (): (() => void) | null => use(OpenSettingsContext);

/** Returns a function that opens the account settings for whoever may pay there; null for everybody else. */
export function useOpenBilling(): (() => void) | null {
  const { user } = useSession();
  const openSettings = useOpenSettings();
  return user && may(user, 'billing') ? openSettings : null;
}
