import * as z from 'zod/mini';
import { type User, UserSchema } from '../../../src/shared/schemas/user';

const SELECTED_EVENT_KEY = 'headroom.selectedEventId';
const USER_KEY = 'headroom.user';

/** Private windows and full disks throw: what is kept here is a convenience, never the truth. */
function guarded<T>(access: () => T, otherwise: T): T {
  try {
    return access();
  } catch {
    return otherwise;
  }
}

function keep(key: string, value: string | null): void {
  guarded(() => (value === null ? localStorage.removeItem(key) : localStorage.setItem(key, value)), undefined);
}

export const readSelectedEventId = (): string | null => guarded(() => localStorage.getItem(SELECTED_EVENT_KEY), null);
export const keepSelectedEventId = (eventId: string | null): void => keep(SELECTED_EVENT_KEY, eventId);

/** Who was logged in last on this device: what a reload without network falls back to. */
export function readUser(): User | null {
  const stored = guarded<unknown>(() => JSON.parse(localStorage.getItem(USER_KEY) ?? 'null'), null);
  const result = z.safeParse(UserSchema, stored);
  return result.success ? result.data : null;
}

export const keepUser = (user: User | null): void => keep(USER_KEY, user && JSON.stringify(user));
