import * as z from 'zod/mini';
import { SIGNED_IN_COOKIE } from '../../../src/shared/signed-in-cookie';
import { type User, UserSchema } from '../../../src/shared/schemas/user';
import { guarded, keep } from './plain-storage';

const SELECTED_EVENT_KEY = 'headroom.selectedEventId';
const USER_KEY = 'headroom.user';
const POCKET_LOCK_KEY = 'headroom.pocketLock';
const LAST_AREA_KEY = 'headroom.lastArea';
const RELOADED_FROM_KEY = 'headroom.reloadedFrom';
/** The key of the theme, which public/theme.js reads before the first paint. */
export const THEME_KEY = 'headroom.theme';

/** Reads a JSON value; null if there is none, or if it cannot be read. */
export const readJson = (key: string): unknown =>
  guarded<unknown>(() => JSON.parse(localStorage.getItem(key) ?? 'null'), null);

/** Returns the selected event's id; null if none is selected. */
export const readSelectedEventId = (): string | null =>
  guarded(() => localStorage.getItem(SELECTED_EVENT_KEY), null) || null;
/** Whether an event was ever selected on this device, even if it was deleted since. */
export const hasKeptSelection = (): boolean => guarded(() => localStorage.getItem(SELECTED_EVENT_KEY) !== null, false);
export const keepSelectedEventId = (eventId: string | null): void => keep(SELECTED_EVENT_KEY, eventId ?? '');

/** Forgets the selection: its event belongs to an account that this device has left. */
export const forgetSelectedEvent = (): void => keep(SELECTED_EVENT_KEY, null);

/** Returns the user who was logged in last on this device. A reload without a network uses it. */
export function readUser(): User | null {
  const result = z.safeParse(UserSchema, readJson(USER_KEY));
  return result.success ? result.data : null;
}

export const keepUser = (user: User | null): void => keep(USER_KEY, user && JSON.stringify(user));

/** Whether somebody may be logged in here. Otherwise the server does not have to be asked. */
export const hasSignedInHint = (): boolean =>
  guarded(() => document.cookie.split('; ').includes(`${SIGNED_IN_COOKIE}=1`), false) || readUser() !== null;

/** Deletes the cookie that shows that there is a session, because the server has said that there is none. */
export const clearSignedInHint = (): void =>
  guarded(() => void (document.cookie = `${SIGNED_IN_COOKIE}=; Max-Age=0; Path=/`), undefined);

/** Keeps the theme. Null means the system's theme. */
export const keepTheme = (theme: 'light' | 'dark' | null): void => keep(THEME_KEY, theme);

/** Returns the area in which this device counted last. */
export const readLastAreaId = (): string | null => guarded(() => localStorage.getItem(LAST_AREA_KEY), null);
export const keepLastAreaId = (areaId: string): void => keep(LAST_AREA_KEY, areaId);

/** Returns the start script of the release that this tab has already reloaded from. */
export const readReloadedFrom = (): string | null => guarded(() => sessionStorage.getItem(RELOADED_FROM_KEY), null);
/** Returns false if the value cannot be stored. */
export const keepReloadedFrom = (script: string): boolean =>
  guarded(() => {
    sessionStorage.setItem(RELOADED_FROM_KEY, script);
    return true;
  }, false);

/** Whether this tab's screen is locked against touches. A reload in a pocket must not unlock it. */
export const isPocketLocked = (): boolean => guarded(() => sessionStorage.getItem(POCKET_LOCK_KEY) !== null, false);
export const keepPocketLocked = (locked: boolean): void =>
  guarded(
    () => (locked ? sessionStorage.setItem(POCKET_LOCK_KEY, '1') : sessionStorage.removeItem(POCKET_LOCK_KEY)),
    undefined,
  );
