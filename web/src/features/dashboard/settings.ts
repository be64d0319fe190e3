import { createContext, use } from 'react';

/** Opens the account settings. Provided by SettingsProvider (app/admin-screens.tsx) for admins. */
export const OpenSettingsContext = createContext<(() => void) | null>(null);

/** Returns a function that opens the account settings; null for users who are not admins (docs/product.md, U2). */
export const useOpenSettings = (): (() => void) | null => use(OpenSettingsContext);
