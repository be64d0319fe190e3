import { POLL_INTERVAL_MS } from '../../../../src/shared/protocol/limits';
import { writeUpFrame } from '../../../../src/shared/protocol/codec';
import { CLOSE, PROTOCOL_VERSION } from '../../../../src/shared/protocol/version';
import type { Display } from '../../../../src/shared/schemas/display';
import type { Cancel, LineEffects, Outcome } from '../../realtime/effects';
import { CallLoop } from '../../realtime/socket/call-loop';
import { JoinRequest } from '../../realtime/socket/join-request';
import { type Heartbeat, Link } from '../../realtime/socket/link';

/** After this many ms without a message, the shown numbers are too old to let anybody in (docs/product.md, A4). */
export const STALE_AFTER_MS = 10_000;
/** The same behind a relay, which repeats its frame every 15 s (docs/decisions/0028-relays.md). */
export const RELAYED_STALE_AFTER_MS = 30_000;

/**
 * The longest wait between two checks in ms. Timers stop while a machine sleeps, and a long timer would run its rest
 * after that.
 */
const LOOK_EVERY_MS = 1_000;

/**
 * The heartbeat detects a dead connection before the shown numbers are stale. The runtime answers it without waking the
 * room.
 */
const HEARTBEAT: Heartbeat = { intervalMs: 5_000, timeoutMs: 4_000 };

/**
 * The state of the connection. `connecting`: no numbers have come yet. `gone`: the link does not exist or was revoked;
 * this is final.
 */
type DisplayLine = 'connecting' | 'live' | 'lost' | 'gone';

export interface DisplaySnapshot {
  /** The last received numbers; null before the first answer, and when the link is gone. */
  readonly display: Display | null;
  readonly line: DisplayLine;
  /** Whether the numbers are too old to rely on. */
  readonly stale: boolean;
  /** The time of the last message in epoch ms while there is no connection; null if no message has come. */
  readonly lostSince: number | null;
}

export interface DisplayEffects extends LineEffects {
  fetchDisplay(token: string, signal: AbortSignal): Promise<Outcome<Display>>;
  /** Called when the page's protocol does not match the server's, so that the page must be reloaded. */
  reloadNeeded(): void;
}

const UNKNOWN: DisplaySnapshot = { display: null, line: 'connecting', stale: false, lostSince: null };

/**
 * The connection of a public display to its event. It uses the socket while the socket delivers, otherwise a call every
 * few seconds.
 */
export class DisplayChannel {
  readonly #token: string;
  readonly #effects: DisplayEffects;
  readonly #subscribers = new Set<() => void>();
  #snapshot = UNKNOWN;
  readonly #calls: CallLoop;
  #link: Link | null = null;
  #joinRequest: JoinRequest | null = null;
  /** Whether the socket delivers frames. If so, no calls are made. */
  #delivers = false;
  /** Whether a relay delivers them. Then only frames show that the room is alive: the relay answers pings without it. */
  #isRelayed = false;
  #heardAt: number | null = null;
  #cancelLook: Cancel | null = null;
  #stopHearing: Cancel | null = null;
  #stopWaking: Cancel | null = null;

  constructor(token: string, effects: DisplayEffects) {
    this.#token = token;
    this.#effects = effects;
    this.#calls = new CallLoop(effects, {
      call: (signal) => this.#call(signal),
      // Hundreds of displays can lose a room at once, so each waits one to two poll intervals, at random.
      waitMs: () => POLL_INTERVAL_MS * (1 + effects.random()),
    });
  }

  /** For useSyncExternalStore. */
  readonly subscribe = (subscriber: () => void): (() => void) => {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  };

  /** A timer may have been missed while the machine slept, so the age is checked on each read. */
  readonly read = (): DisplaySnapshot => {
    if (this.#isOld() && !this.#snapshot.stale) this.#snapshot = { ...this.#snapshot, stale: true };
    return this.#snapshot;
  };

  start(): void {
    this.#stopHearing = this.#effects.onOffline(() => this.#lose());
    this.#stopWaking = this.#effects.onWake(() => this.#look());
    this.#calls.start();
  }

  stop(): void {
    this.#stopHearing?.();
    this.#stopWaking?.();
    this.#cancelLook?.();
    this.#joinRequest?.settled();
    this.#calls.stop();
    this.#link?.stop();
    this.#link = null;
    this.#delivers = false;
  }

  /** Fetches the numbers: at the start, and again while the socket delivers none. */
  async #call(signal: AbortSignal): Promise<() => void> {
    const outcome = await this.#effects.fetchDisplay(this.#token, signal);
    return () => {
      if (outcome.ok) {
        this.#take(outcome.value);
        this.#openLink(outcome.value.eventId);
      } else if (outcome.failure === 'gone') {
        this.#gone();
      } else {
        this.#lose();
      }
    };
  }

  #openLink(eventId: string): void {
    if (this.#link) return;
    const path = `/api/displays/${encodeURIComponent(this.#token)}/socket?v=${PROTOCOL_VERSION}`;
    const link = new Link(
      path,
      this.#effects,
      {
        opened: () => joinRequest.make(),
        heard: () => {
          if (!this.#delivers || this.#isRelayed) return;
          // After the machine slept, the first message may be older than the sleep. Check the age before the message
          // counts as fresh.
          this.#look();
          this.#heard();
        },
        frame: (frame) => {
          if (frame.type === 'display') {
            this.#isRelayed = frame.isRelayed === true;
            this.#delivered(frame);
          }
          // The room sometimes asks a viewer a question, to check that it still reads. The answer repeats the
          // question's word.
          else if (frame.type === 'question') link.send(writeUpFrame({ type: 'answer', word: frame.word }));
        },
        works: () => this.#delivers,
        lost: () => this.#lostSocket(),
        ended: (code) => this.#endedWith(code),
        // The socket always tries again. Meanwhile the calls find out whether the link is gone.
        mayRetry: async () => true,
        exhausted: () => undefined,
      },
      HEARTBEAT,
    );
    const join = () => writeUpFrame({ type: 'join_event', eventId });
    const joinRequest = new JoinRequest(this.#effects, link, join);
    this.#link = link;
    this.#joinRequest = joinRequest;
    link.start();
  }

  #delivered(display: Display): void {
    this.#joinRequest?.settled();
    this.#delivers = true;
    this.#calls.stop();
    this.#take(display);
  }

  #lostSocket(): void {
    this.#joinRequest?.settled();
    if (!this.#delivers) return;
    this.#delivers = false;
    this.#lose();
    this.#calls.startLater();
  }

  #endedWith(code: number): void {
    if (code === CLOSE.sessionEnded || code === CLOSE.eventDeleted) {
      this.#gone();
      return;
    }
    if (code === CLOSE.reloadNeeded) this.#effects.reloadNeeded();
    // The socket is closed permanently, so continue with calls.
    this.#lostSocket();
  }

  #take(display: Display): void {
    this.#heard();
    this.#change({ display, line: 'live', stale: false, lostSince: null });
  }

  #heard(): void {
    this.#heardAt = this.#effects.now();
    this.#look();
  }

  #isOld(): boolean {
    return this.#heardAt !== null && this.#effects.now() - this.#heardAt >= this.#staleAfterMs;
  }

  /** A display that has lost its relay has no connection, like every other. */
  get #staleAfterMs(): number {
    return this.#delivers && this.#isRelayed ? RELAYED_STALE_AFTER_MS : STALE_AFTER_MS;
  }

  /** Marks the numbers as stale when the last message is too old. Checks the clock repeatedly. */
  #look(): void {
    this.#cancelLook?.();
    this.#cancelLook = null;
    if (this.#heardAt === null) return;
    if (!this.#isOld()) {
      const freshMs = this.#heardAt + this.#staleAfterMs - this.#effects.now();
      this.#cancelLook = this.#effects.after(Math.min(freshMs, LOOK_EVERY_MS), () => this.#look());
      return;
    }
    this.#change({ stale: true });
    if (this.#delivers && this.#isRelayed) {
      // The relay has lost its room, or the room has given up the relay: another socket leads to another relay.
      this.#link?.fail();
      return;
    }
    // A socket that survived the sleep does not send anything by itself, so request the current state.
    if (this.#delivers) this.#link?.send(writeUpFrame({ type: 'request_sync' }));
  }

  #lose(): void {
    this.#change({ line: 'lost', lostSince: this.#heardAt });
    this.#look();
  }

  #gone(): void {
    this.stop();
    this.#heardAt = null;
    this.#change({ ...UNKNOWN, line: 'gone' });
  }

  #change(change: Partial<DisplaySnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change };
    for (const subscriber of this.#subscribers) subscriber();
  }
}
