import * as z from 'zod/mini';
import { SIGNED_IN_COOKIE } from '../../../src/shared/signed-in-cookie';
import { type User, UserSchema } from '../../../src/shared/schemas/user';
import { guarded, keep } from './plain-storage';

const SELECTED_EVENT_KEY = 'headroom.selectedEventId';
const USER_KEY = 'headroom.user';
const POCKET_LOCK_KEY = 'headroom.pocketLock';
const LAST_AREA_KEY = 'headroom.lastArea';
const RELOADED_FROM_KEY = 'headroom.reloadedFrom';
/** public/theme.js reads it before the first paint. */
export const THEME_KEY = 'headroom.theme';

/** Null when there is nothing, or nothing readable. */
export const readJson = (key: string): unknown =>
  guarded<unknown>(() => JSON.parse(localStorage.getItem(key) ?? 'null'), null);

/** Null when no event is selected. */
export const readSelectedEventId = (): string | null =>
  guarded(() => localStorage.getItem(SELECTED_EVENT_KEY), null) || null;
/** Whether an event was ever selected on this device, even if it is deleted now. */
export const hasKeptSelection = (): boolean => guarded(() => localStorage.getItem(SELECTED_EVENT_KEY) !== null, false);
export const keepSelectedEventId = (eventId: string | null): void => keep(SELECTED_EVENT_KEY, eventId ?? '');

/** Who was logged in last on this device: a reload without a network falls back to it. */
export function readUser(): User | null {
  const result = z.safeParse(UserSchema, readJson(USER_KEY));
  return result.success ? result.data : null;
}

export const keepUser = (user: User | null): void => keep(USER_KEY, user && JSON.stringify(user));

/** Whether somebody may be logged in here: without a hint there is no need to ask the server. */
export const hasSignedInHint = (): boolean =>
  guarded(() => document.cookie.split('; ').includes(`${SIGNED_IN_COOKIE}=1`), false) || readUser() !== null;

/** The server says that there is no session: the next visit need not ask again. */
export const clearSignedInHint = (): void =>
  guarded(() => void (document.cookie = `${SIGNED_IN_COOKIE}=; Max-Age=0; Path=/`), undefined);

/** Null: the system's theme. */
export const keepTheme = (theme: 'light' | 'dark' | null): void => keep(THEME_KEY, theme);

/** The area that was last counted in on this device. */
export const readLastAreaId = (): string | null => guarded(() => localStorage.getItem(LAST_AREA_KEY), null);
export const keepLastAreaId = (areaId: string): void => keep(LAST_AREA_KEY, areaId);

/** The version that this tab has already left for a newer one. */
export const readReloadedFrom = (): string | null => guarded(() => sessionStorage.getItem(RELOADED_FROM_KEY), null);
/** False when it cannot be stored. */
export const keepReloadedFrom = (script: string): boolean =>
  guarded(() => {
    sessionStorage.setItem(RELOADED_FROM_KEY, script);
    return true;
  }, false);

/** Whether this tab's screen is locked against touches: a reload in the pocket must not unlock it. */
export const isPocketLocked = (): boolean => guarded(() => sessionStorage.getItem(POCKET_LOCK_KEY) !== null, false);
export const keepPocketLocked = (locked: boolean): void =>
  guarded(
    () => (locked ? sessionStorage.setItem(POCKET_LOCK_KEY, '1') : sessionStorage.removeItem(POCKET_LOCK_KEY)),
    undefined,
  );
