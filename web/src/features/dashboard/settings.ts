import { createContext, use } from 'react';

/** An admin's screens provide it (admin/settings-provider.tsx). */
export const OpenSettingsContext = createContext<(() => void) | null>(null);

/** Opens the account's settings; null for everybody else (docs/product.md, U2). */
export const useOpenSettings = (): (() => void) | null => use(OpenSettingsContext);
