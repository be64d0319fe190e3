/** Plain text that is kept on this device. Separate from ../storage, which checks what it reads and is larger. */

const LOGOUT_PENDING_KEY = 'headroom.logoutPending';
/** public/language.js and public/early.js read it, too. */
const LANGUAGE_KEY = 'headroom.language';

/** Private windows and full disks throw. What is kept here is a convenience, never the truth. */
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

/** The chosen language as it is stored; null means the browser's language. */
export const readLanguage = (): string | null => guarded(() => localStorage.getItem(LANGUAGE_KEY), null);
export const keepLanguage = (language: string): void => keep(LANGUAGE_KEY, language);

/** Whether somebody has logged out here and the server could not be told. */
export const isLogoutPending = (): boolean => guarded(() => localStorage.getItem(LOGOUT_PENDING_KEY) !== null, false);
export const keepLogoutPending = (pending: boolean): void => keep(LOGOUT_PENDING_KEY, pending ? '1' : null);
