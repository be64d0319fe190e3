import {
  CONNECT_TIMEOUT_MS,
  PING_INTERVAL_MS,
  PING_TIMEOUT_MS,
  RECONNECT_ATTEMPTS,
  RETRY_AFTER_TOO_FAST_MS,
  SOCKET_RETRY_WHILE_POLLING_MS,
} from '../../../../src/shared/protocol/limits';
import { readDownFrame } from '../../../../src/shared/protocol/codec';
import type { DownFrame } from '../../../../src/shared/protocol/down';
import { CLOSE, PING, PONG } from '../../../../src/shared/protocol/version';
import { backoffMs } from './backoff';
import type { Cancel, LineEffects, Socket } from '../effects';

/** How long the other side may take to answer a probe, in ms (docs/product.md, R6). */
const PROBE_TIMEOUT_MS = 5_000;

/** How long the first attempt may take, in ms, until the owner is told that nothing works yet (docs/product.md, R5). */
const CONNECTING_MAX_MS = 5_000;

/** How long a connection must have worked, in ms, until earlier failures no longer lengthen the waits. */
const PROVEN_AFTER_MS = 10_000;

/** The code of a socket that this side has given up, so that there is no close frame. */
const NO_CODE = 0;

const FINAL_CODES: ReadonlySet<number> = new Set([
  CLOSE.badFrame,
  CLOSE.sessionEnded,
  CLOSE.notAllowed,
  CLOSE.eventDeleted,
  CLOSE.replaced,
  CLOSE.reloadNeeded,
]);

/** How often the other side is pinged, and how long it may take to answer. */
export interface Heartbeat {
  readonly intervalMs: number;
  readonly timeoutMs: number;
}

const HEARTBEAT: Heartbeat = { intervalMs: PING_INTERVAL_MS, timeoutMs: PING_TIMEOUT_MS };

export interface LinkOwner {
  /** Called when the socket is open: the first frame can be sent. */
  opened(): void;
  frame(frame: DownFrame): void;
  /** Called when a message has arrived, before its frame is handled: the other side is alive. */
  heard?(): void;
  /** Returns whether frames get through. An open socket is not enough: a proxy may drop them. */
  works(): boolean;
  /** Called when five seconds have passed since the start, whatever has happened meanwhile. */
  late?(): void;
  /** Called when the socket is no longer open. The link reconnects by itself. */
  lost(): void;
  /** Called when the other side has closed the socket to have it opened again, as for a session with a new role. */
  renewed?(): void;
  /** Called when the socket was closed for good, with a final code. */
  ended(code: number): void;
  /** Called when a socket could not open: the owner asks the API for the reason. Returning false ends the link. */
  mayRetry(): Promise<boolean>;
  /** Called when ten attempts in a row have failed, and again after each further failure. */
  exhausted(): void;
}

/** Keeps one socket open, with a heartbeat, timeouts and waits between attempts. It stops after a final close code. */
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
  /** Whether the socket waits until somebody opens the event. Calls show it meanwhile, and nothing is wrong. */
  waits = false;
  #cancelRetry: Cancel | null = null;
  #cancelTimeout: Cancel | null = null;
  #cancelPing: Cancel | null = null;
  #cancelProbe: Cancel | null = null;
  #cancelProof: Cancel | null = null;
  #cancelWake: Cancel | null = null;
  #cancelOffline: Cancel | null = null;
  #cancelLate: Cancel | null = null;

  constructor(path: string, effects: LineEffects, owner: LinkOwner, heartbeat = HEARTBEAT) {
    this.#path = path;
    this.#effects = effects;
    this.#owner = owner;
    this.#heartbeat = heartbeat;
  }

  /**
   * Opens the socket.
   * @param connectFrom epoch ms before which it does not open
   */
  start(connectFrom = 0): void {
    this.#cancelWake = this.#effects.onWake(() => this.#wake());
    // The next attempts find out whether the device is really offline. Without this, only a missed ping would show it,
    // after half a minute.
    this.#cancelOffline = this.#effects.onOffline(() => this.#open && this.fail());
    this.#cancelLate = this.#effects.after(CONNECTING_MAX_MS, () => this.#owner.late?.());
    this.#retryIn(Math.max(0, connectFrom - this.#effects.now()));
  }

  stop(): void {
    this.#stopped = true;
    this.#cancelWake?.();
    this.#cancelOffline?.();
    this.#cancelLate?.();
    this.#cancelRetry?.();
    this.#drop();
  }

  send(text: string): void {
    this.#socket?.send(text);
  }

  /** When the last message of any kind arrived, epoch ms: until then the connection worked. */
  get heardAt(): number | null {
    return this.#heardAt;
  }

  get isOpen(): boolean {
    return this.#open;
  }

  /** Drops the socket in any state, and opens the next one at once. */
  reopen(): void {
    if (this.#stopped) return;
    this.waits = false;
    this.#drop();
    this.#owner.lost();
    this.#retryIn(0);
  }

  /** Gives up an open socket that the owner cannot use. Another one opens after a wait. */
  fail(): void {
    this.#closed(NO_CODE);
  }

  /**
   * Pings now instead of at the next heartbeat, and gives up the socket if nothing arrives in time. The runtime answers
   * pings even while the room is slow. A probe that is under way keeps its time.
   */
  probe(): void {
    if (!this.#open || this.#cancelProbe) return;
    this.#cancelProbe = this.#effects.after(PROBE_TIMEOUT_MS, () => this.#closed(NO_CODE));
    this.#ping();
  }

  /** Notes that the connection works: earlier failures no longer lengthen the waits. */
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
    // A ping that is still unanswered keeps its timeout.
    this.#cancelTimeout ??= this.#effects.after(this.#heartbeat.timeoutMs, () => this.#closed(NO_CODE));
    this.#cancelPing?.();
    this.#cancelPing = this.#effects.after(this.#heartbeat.intervalMs, () => this.#ping());
  }

  #message(text: string): void {
    // Any message shows that the other side is alive.
    this.#heardAt = this.#effects.now();
    this.#cancelTimeout?.();
    this.#cancelTimeout = null;
    this.#endProbe();
    this.#owner.heard?.();
    const frame = text === PONG ? null : readDownFrame(text);
    if (frame) this.#owner.frame(frame);
    if (this.#open && this.#owner.works()) {
      this.#cancelProof ??= this.#effects.after(PROVEN_AFTER_MS, () => this.proved());
    }
  }

  #endProbe(): void {
    this.#cancelProbe?.();
    this.#cancelProbe = null;
  }

  /** Drops the socket. Its later messages are ignored. */
  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#open = false;
    this.#cancelTimeout?.();
    this.#cancelTimeout = null;
    this.#cancelPing?.();
    this.#cancelPing = null;
    this.#endProbe();
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
    this.waits = code === CLOSE.notOpened;
    if (this.waits) this.#failures = RECONNECT_ATTEMPTS;
    const delayMs = this.#nextDelayMs(code);
    this.#failures += 1;
    this.#owner.lost();
    if (code === CLOSE.goingAway) this.#owner.renewed?.();
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
   * Checks the connection when the page wakes up: phones in a pocket lose sockets without noticing. It does not wait
   * for an earlier attempt or for the owner's question to the API, because both may hang.
   */
  #wake(): void {
    if (this.#open) {
      // The network of a phone that has slept gets the full time for its answer.
      this.#endProbe();
      this.probe();
    } else if (this.#socket || this.#failures > 0) {
      this.#drop();
      this.#retryIn(0);
    }
  }
}
