/** Plain text that this device keeps, separate from ../storage, which is larger because it checks what it reads. */

/** The key of a logout that the server does not have yet. Other tabs hear of it, too. */
export const LOGOUT_PENDING_KEY = 'headroom.logoutPending';
/** The key of the language, which public/language.js and public/early.js read, too. */
const LANGUAGE_KEY = 'headroom.language';

/** Accesses localStorage, which throws in private windows and on full disks. Kept values are a convenience. */
export function guarded<T>(access: () => T, otherwise: T): T {
  try {
    return access();
  } catch {
    return otherwise;
  }
}

export function keep(key: string, value: string | null): void {
  guarded(() => (value === null ? localStorage.removeItem(key) : localStorage.setItem(key, value)), undefined);
}

/** Returns the chosen language as stored; null means the browser's language. */
export const readLanguage = (): string | null => guarded(() => localStorage.getItem(LANGUAGE_KEY), null);
export const keepLanguage = (language: string): void => keep(LANGUAGE_KEY, language);

/** Whether somebody has logged out here and the server does not have the logout yet. */
export const isLogoutPending = (): boolean => guarded(() => localStorage.getItem(LOGOUT_PENDING_KEY) !== null, false);
export const keepLogoutPending = (pending: boolean): void => keep(LOGOUT_PENDING_KEY, pending ? '1' : null);
