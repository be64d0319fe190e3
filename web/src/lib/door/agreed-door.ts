import type { Door } from './door-link';

interface AgreedDoor {
  readonly door: Door;
  /** Of the login. */
  readonly eventId: string | undefined;
}

let agreed: AgreedDoor | null = null;

/** Keeps the door that somebody logs in for until the app comes up: the login loads nothing of the device's settings. */
export function agreeToDoor(door: Door, eventId: string | undefined): void {
  agreed = { door, eventId };
}

/** The door that the login before was for; once. */
export function takeAgreed(): AgreedDoor | null {
  const taken = agreed;
  agreed = null;
  return taken;
}
