import type { PollAnswer } from '../../../src/shared/protocol/down';
import type { Poll } from '../../../src/shared/protocol/up';
import type { AreaList } from '../../../src/shared/schemas/area';
import type { DeviceSettings } from '../lib/device';
import type { Adopter } from './adopter';
import type { OutboxStore } from './outbox-store';
import type { PageLocks } from './page-locks';

/** What the channel does to the world, passed in so that its decisions are tested without a browser. */

export interface SocketListeners {
  opened(): void;
  message(text: string): void;
  /** Exactly once, whether it was ever open or not. */
  closed(code: number): void;
}

export interface Socket {
  send(text: string): void;
  close(): void;
}

/** Why a call failed, as far as the channel acts on it. */
export type Failure =
  /** The session has ended. */
  | 'unauthenticated'
  /** Not found or not allowed: this event is not there for us. */
  | 'gone'
  /** Someone else counts under this client id. */
  | 'client_id_taken'
  /** The server does not speak this page's version of the protocol. */
  | 'reload_needed'
  /** What was sent is not valid, and would not be the next time. */
  | 'refused'
  /** An answer that may be better next time. */
  | 'later'
  /** No answer at all. */
  | 'unanswered';

/** `retryAfterMs` where the server has said when the same may be asked again. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; failure: Failure; retryAfterMs?: number };

/** Cancels a timer. */
export type Cancel = () => void;

/** What it takes to keep a socket open. */
export interface LineEffects {
  openSocket(path: string, listeners: SocketListeners): Socket;
  after(delayMs: number, run: () => void): Cancel;
  /** Epoch ms. */
  now(): number;
  /** In [0, 1). */
  random(): number;
  /** Back online, or visible again: a good moment to try. Returns the unsubscriber. */
  onWake(listener: () => void): Cancel;
  /** The device itself says that it has no network. Returns the unsubscriber. */
  onOffline(listener: () => void): Cancel;
}

export interface Effects extends LineEffects {
  mintClientId(): string;
  /** How this device stands at its door. */
  device(): Pick<DeviceSettings, 'deviceId' | 'deviceName' | 'direction'>;
  /** Something of it is another. Returns the unsubscriber. */
  onDeviceChange(listener: () => void): Cancel;
  fetchAreas(eventId: string, signal: AbortSignal): Promise<Outcome<AreaList>>;
  poll(eventId: string, body: Poll, signal: AbortSignal): Promise<Outcome<PollAnswer>>;
  /** The principal of who is logged in. */
  verify(): Promise<Outcome<string>>;
  /** The principal of who logged in last in this browser, in whichever tab; null where that is not known. */
  signedIn(): string | null;
  openStore(): OutboxStore;
  /** What delivers dead tabs' taps; rejects where its code cannot be had. */
  loadAdopter(): Promise<typeof Adopter>;
  readonly locks: PageLocks;
  /** Asks the browser to spare what is stored when space is short. */
  askToPersist(): void;
}
