import { createContext, use } from 'react';
import { useMay } from '../../session/may';

/** Opens the account settings. Provided by SettingsProvider (app/admin-screens.tsx) for members. */
export const OpenSettingsContext = createContext<(() => void) | null>(null);

/** Returns a function that opens the account settings; null for access-code users (docs/product.md, U2). */
export const useOpenSettings = (): (() => void) | null => use(OpenSettingsContext);

/** Returns a function that opens the account settings for whoever may pay there; null for everybody else. */
export function useOpenBilling(): (() => void) | null {
  const mayPay = useMay('billing');
  const openSettings = useOpenSettings();
  return mayPay ? openSettings : null;
}
