import type { PollAnswer } from '../../../src/shared/protocol/down';
import type { Poll } from '../../../src/shared/protocol/up';
import type { AreaList } from '../../../src/shared/schemas/area';
import type { DeviceSettings } from '../device/device';
import type { OrphanTapSender } from './outbox/orphan-tap-sender';
import type { OutboxStore } from './outbox/outbox-store';
import type { PageLocks } from './outbox/page-locks';

/** What the channel does to the outside world, passed in so that its decisions can be tested without a browser. */

export interface SocketListeners {
  opened(): void;
  message(text: string): void;
  /** Called exactly once, whether the socket was ever open or not. */
  closed(code: number): void;
}

export interface Socket {
  send(text: string): void;
  close(): void;
}

/** Why a call failed, as far as the channel reacts to it. */
export type Failure =
  /** The session has ended. */
  | 'unauthenticated'
  /** Not found or not allowed: this event does not exist for us. */
  | 'gone'
  /** Somebody else counts under this client id. */
  | 'client_id_taken'
  /** The server does not speak this page's protocol version. */
  | 'reload_needed'
  /** The sent data are invalid, and repeating the call is useless. */
  | 'refused'
  /** An error that may be gone next time. */
  | 'later'
  /** No answer at all. */
  | 'unanswered';

/** `retryAfterMs` if the server has said when the call may be repeated. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; failure: Failure; retryAfterMs?: number };

/** Cancels a timer. */
export type Cancel = () => void;

/** What a link needs to keep a socket open. */
export interface LineEffects {
  openSocket(path: string, listeners: SocketListeners): Socket;
  after(delayMs: number, run: () => void): Cancel;
  /** Epoch ms. */
  now(): number;
  /** In [0, 1). */
  random(): number;
  /** Back online, or visible again: a good moment to try. Returns the unsubscriber. */
  onWake(listener: () => void): Cancel;
  /** The device itself reports that it has no network. Returns the unsubscriber. */
  onOffline(listener: () => void): Cancel;
}

export interface Effects extends LineEffects {
  mintClientId(): string;
  /** This device's settings. */
  device(): Pick<DeviceSettings, 'deviceId' | 'deviceName' | 'direction'>;
  /** Some setting has changed. Returns the unsubscriber. */
  onDeviceChange(listener: () => void): Cancel;
  fetchAreas(eventId: string, signal: AbortSignal): Promise<Outcome<AreaList>>;
  poll(eventId: string, body: Poll, signal: AbortSignal): Promise<Outcome<PollAnswer>>;
  /** The principal who is logged in. */
  verify(): Promise<Outcome<string>>;
  /** The principal who logged in last in this browser, in any tab; null when it is unknown. */
  signedIn(): string | null;
  openStore(): OutboxStore;
  /** The code that delivers closed tabs' taps; rejects when it cannot be loaded. */
  loadAdopter(): Promise<typeof OrphanTapSender>;
  readonly locks: PageLocks;
  /** Asks the browser to spare the stored data when space is short. */
  askToPersist(): void;
}
