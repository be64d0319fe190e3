import type { Door } from './door-link';

interface AgreedDoor {
  readonly door: Door;
  /** The principal of the login. */
  readonly eventId: string | undefined;
}

let agreed: AgreedDoor | null = null;

/** Keeps the door for which somebody logs in until the app loads: the login does not load the device's settings. */
export function agreeToDoor(door: Door, eventId: string | undefined): void {
  agreed = { door, eventId };
}

/** The door of the last login; returned once. */
export function takeAgreed(): AgreedDoor | null {
  const taken = agreed;
  agreed = null;
  return taken;
}
