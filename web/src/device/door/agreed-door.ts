import type { Door } from './door-link';

interface AgreedDoor {
  readonly door: Door;
  /** The event of the session; undefined for an admin. */
  readonly eventId: string | undefined;
}

let agreed: AgreedDoor | null = null;

/** Keeps a join link's settings until the app loads: the login page does not load the device's settings. */
export function agreeToDoor(door: Door, eventId: string | undefined): void {
  agreed = { door, eventId };
}

/** Returns the settings of the last login's join link. A second call returns null. */
export function takeAgreed(): AgreedDoor | null {
  const taken = agreed;
  agreed = null;
  return taken;
}
