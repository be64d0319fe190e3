import type { PollAnswer } from '../../../src/shared/protocol/down';
import type { Poll } from '../../../src/shared/protocol/up';
import type { AreaList } from '../../../src/shared/schemas/area';
import type { KnownToRooms } from '../device/device-at';
import type { OutboxStore } from './outbox/outbox-store';
import type { PageLocks } from './outbox/page-locks';

/** The channel's effects on the outside world. Tests pass their own, so that they need no browser. */

export interface SocketListeners {
  opened(): void;
  message(text: string): void;
  /** Called exactly once, even if the socket was never open. */
  closed(code: number): void;
}

export interface Socket {
  send(text: string): void;
  close(): void;
}

/** Why a call failed, in the categories that the channel distinguishes. */
export type Failure =
  /** The session has ended. */
  | 'unauthenticated'
  /** The event does not exist, or the user may not see it. */
  | 'gone'
  /** Another principal counts under this client id. */
  | 'client_id_taken'
  /** The server does not support this page's protocol version. */
  | 'reload_needed'
  /** The server called the sent data invalid, so repeating the call is useless. */
  | 'refused'
  /** An error that may be temporary. */
  | 'later'
  /** There was no answer. */
  | 'unanswered';

/** The result of a call. `retryAfterMs` is set if the server has said when the call may be repeated. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; failure: Failure; retryAfterMs?: number };

/** Cancels a timer. */
export type Cancel = () => void;

/** The effects with which a link keeps a socket open. */
export interface LineEffects {
  openSocket(path: string, listeners: SocketListeners): Socket;
  after(delayMs: number, run: () => void): Cancel;
  /** Returns the present time, epoch ms. */
  now(): number;
  /** A random number in [0, 1). */
  random(): number;
  /** Calls the listener when the device is online again, or the page visible or restored. Returns the unsubscriber. */
  onWake(listener: () => void): Cancel;
  /** Whether nobody can see the page. */
  isHidden(): boolean;
  /** Calls the listener when the device itself reports that it is offline. Returns the unsubscriber. */
  onOffline(listener: () => void): Cancel;
}

export interface Effects extends LineEffects {
  mintClientId(): string;
  /** This device's settings. */
  device(): KnownToRooms;
  /** Calls the listener when a setting has changed. Returns the unsubscriber. */
  onDeviceChange(listener: () => void): Cancel;
  /** Reads the areas, and the orders that are for the device of this client. */
  fetchAreas(eventId: string, clientId: string, signal: AbortSignal): Promise<Outcome<AreaList>>;
  poll(eventId: string, body: Poll, signal: AbortSignal): Promise<Outcome<PollAnswer>>;
  /** Asks the server which principal is logged in. It fails for now if that one may not see the event. */
  verify(eventId?: string): Promise<Outcome<string>>;
  /** Returns the principal who logged in last in this browser, in any tab; null if unknown. */
  signedIn(): string | null;
  openStore(): OutboxStore;
  readonly locks: PageLocks;
  /** Asks the browser not to delete the stored taps when space is short. */
  askToPersist(): void;
}
