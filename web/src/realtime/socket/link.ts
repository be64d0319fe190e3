import {
  CONNECT_TIMEOUT_MS,
  PING_INTERVAL_MS,
  PING_TIMEOUT_MS,
  RECONNECT_ATTEMPTS,
  RETRY_AFTER_TOO_FAST_MS,
  SOCKET_RETRY_WHILE_POLLING_MS,
} from '../../../../src/shared/limits';
import { readDownFrame } from '../../../../src/shared/protocol/codec';
import type { DownFrame } from '../../../../src/shared/protocol/down';
import { CLOSE, PING, PONG } from '../../../../src/shared/protocol/version';
import { backoffMs } from './backoff';
import type { Cancel, LineEffects, Socket } from '../effects';

/** A socket that looked alive is pinged when the page wakes up: phones silently drop sockets in the pocket. */
const WAKE_PROBE_TIMEOUT_MS = 5_000;

/** A connection that has worked this long is a good one: the next wait is the shortest again. */
const PROVEN_AFTER_MS = 10_000;

/** Given up by this side, so there is no close frame. */
const NO_CODE = 0;

const FINAL_CODES: ReadonlySet<number> = new Set([
  CLOSE.badFrame,
  CLOSE.sessionEnded,
  CLOSE.notAllowed,
  CLOSE.eventDeleted,
  CLOSE.replaced,
  CLOSE.reloadNeeded,
]);

/** How often the other end is pinged, and how long it may take to answer. */
export interface Heartbeat {
  readonly intervalMs: number;
  readonly timeoutMs: number;
}

const HEARTBEAT: Heartbeat = { intervalMs: PING_INTERVAL_MS, timeoutMs: PING_TIMEOUT_MS };

export interface LinkOwner {
  /** Open: the first frame may be sent. */
  opened(): void;
  frame(frame: DownFrame): void;
  /** Something has arrived, before its frame is processed: the other end is alive. */
  heard?(): void;
  /** Whether this connection does its work: an open socket is not enough when frames may be swallowed. */
  works(): boolean;
  /** No longer open; the link tries again by itself. */
  lost(): void;
  /** Closed for good, with a code of CLOSE. */
  ended(code: number): void;
  /** The handshake failed without a reason, so the owner asks the API. False ends the link. */
  mayRetry(): Promise<boolean>;
  /** Ten attempts in a row have failed. Called again with each further one. */
  exhausted(): void;
}

/** Keeps one socket open: heartbeat, timeouts, waits between attempts, final and other close codes. */
export class Link {
  readonly #path: string;
  readonly #effects: LineEffects;
  readonly #owner: LinkOwner;
  readonly #heartbeat: Heartbeat;
  #socket: Socket | null = null;
  #open = false;
  #stopped = false;
  #failures = 0;
  #attempts = 0;
  #heardAt: number | null = null;
  #cancelRetry: Cancel | null = null;
  #cancelTimeout: Cancel | null = null;
  #cancelPing: Cancel | null = null;
  #cancelProof: Cancel | null = null;
  #cancelWake: Cancel | null = null;
  #cancelOffline: Cancel | null = null;

  constructor(path: string, effects: LineEffects, owner: LinkOwner, heartbeat = HEARTBEAT) {
    this.#path = path;
    this.#effects = effects;
    this.#owner = owner;
    this.#heartbeat = heartbeat;
  }

  /** @param connectFrom epoch ms before which no socket opens */
  start(connectFrom = 0): void {
    this.#cancelWake = this.#effects.onWake(() => this.#wake());
    // Its next attempts find out whether the device was right; a missed ping would take half a minute.
    this.#cancelOffline = this.#effects.onOffline(() => this.#open && this.fail());
    this.#retryIn(Math.max(0, connectFrom - this.#effects.now()));
  }

  stop(): void {
    this.#stopped = true;
    this.#cancelWake?.();
    this.#cancelOffline?.();
    this.#cancelRetry?.();
    this.#drop();
  }

  send(text: string): void {
    this.#socket?.send(text);
  }

  /** Epoch ms of the last message of any kind: until then the connection was good. */
  get heardAt(): number | null {
    return this.#heardAt;
  }

  get isOpen(): boolean {
    return this.#open;
  }

  /** Drops the socket in any state, and opens the next one at once. */
  reopen(): void {
    if (this.#stopped) return;
    this.#drop();
    this.#owner.lost();
    this.#retryIn(0);
  }

  /** The owner cannot use this open socket: tries another one after a wait. */
  fail(): void {
    this.#closed(NO_CODE);
  }

  /** The connection has done its work: earlier failures do not count any more. */
  proved(): void {
    this.#failures = 0;
  }

  #retryIn(delayMs: number): void {
    this.#cancelRetry?.();
    this.#cancelRetry = this.#effects.after(delayMs, () => this.#connect());
  }

  #connect(): void {
    this.#cancelRetry = null;
    if (this.#stopped || this.#socket) return;
    this.#attempts += 1;
    const socket: Socket = this.#effects.openSocket(this.#path, {
      opened: () => this.#socket === socket && this.#opened(),
      message: (text) => this.#socket === socket && this.#message(text),
      closed: (code) => this.#socket === socket && this.#closed(code),
    });
    this.#socket = socket;
    this.#cancelTimeout = this.#effects.after(CONNECT_TIMEOUT_MS, () => this.#closed(NO_CODE));
  }

  #opened(): void {
    this.#open = true;
    this.#cancelTimeout?.();
    this.#cancelTimeout = null;
    this.#owner.opened();
    this.#ping();
  }

  #ping(): void {
    this.send(PING);
    // An earlier ping without an answer keeps its deadline.
    this.#cancelTimeout ??= this.#effects.after(this.#heartbeat.timeoutMs, () => this.#closed(NO_CODE));
    this.#cancelPing?.();
    this.#cancelPing = this.#effects.after(this.#heartbeat.intervalMs, () => this.#ping());
  }

  #message(text: string): void {
    // Anything that arrives shows that the other end is alive.
    this.#heardAt = this.#effects.now();
    this.#cancelTimeout?.();
    this.#cancelTimeout = null;
    this.#owner.heard?.();
    const frame = text === PONG ? null : readDownFrame(text);
    if (frame) this.#owner.frame(frame);
    if (this.#open && this.#owner.works()) {
      this.#cancelProof ??= this.#effects.after(PROVEN_AFTER_MS, () => this.proved());
    }
  }

  /** Forgets the socket: what it still says is ignored. */
  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#open = false;
    this.#cancelTimeout?.();
    this.#cancelTimeout = null;
    this.#cancelPing?.();
    this.#cancelPing = null;
    this.#cancelProof?.();
    this.#cancelProof = null;
    socket?.close();
  }

  #closed(code: number): void {
    if (!this.#socket || this.#stopped) return;
    const wasOpen = this.#open;
    this.#drop();
    if (FINAL_CODES.has(code)) {
      this.stop();
      this.#owner.ended(code);
      return;
    }
    const delayMs = this.#nextDelayMs(code);
    this.#failures += 1;
    this.#owner.lost();
    if (this.#failures >= RECONNECT_ATTEMPTS) this.#owner.exhausted();
    if (wasOpen) this.#retryIn(delayMs);
    else void this.#retryIfAllowed(delayMs);
  }

  #nextDelayMs(code: number): number {
    if (code === CLOSE.tooFast) return RETRY_AFTER_TOO_FAST_MS;
    if (this.#failures + 1 >= RECONNECT_ATTEMPTS) return SOCKET_RETRY_WHILE_POLLING_MS;
    return backoffMs(this.#failures, this.#effects.random());
  }

  async #retryIfAllowed(delayMs: number): Promise<void> {
    const dueAt = this.#effects.now() + delayMs;
    const attempts = this.#attempts;
    const allowed = await this.#owner.mayRetry();
    if (this.#stopped) return;
    if (!allowed) this.stop();
    else if (this.#attempts === attempts && !this.#cancelRetry) {
      this.#retryIn(Math.max(0, dueAt - this.#effects.now()));
    }
  }

  /**
   * A handshake that began before may hang for long, and so may the question whether to go on: neither is waited for.
   */
  #wake(): void {
    if (this.#open) {
      this.#cancelTimeout?.();
      this.#cancelTimeout = this.#effects.after(WAKE_PROBE_TIMEOUT_MS, () => this.#closed(NO_CODE));
      this.#ping();
    } else if (this.#socket || this.#failures > 0) {
      this.#drop();
      this.#retryIn(0);
    }
  }
}
