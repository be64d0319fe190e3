import { POLL_INTERVAL_MS, UNOPENED_POLL_INTERVAL_MS } from '../../../../src/shared/protocol/limits';
import type { PollAnswer } from '../../../../src/shared/protocol/down';
import type { AreaList } from '../../../../src/shared/schemas/area';
import type { Effects, Failure, Outcome } from '../effects';
import type { Outbox } from '../outbox/outbox';
import type { QueuedTap } from '../outbox/queued-tap';
import { CallLoop } from './call-loop';

export interface PollerOwner {
  answered(answer: PollAnswer): void;
  listed(list: AreaList): void;
  /** Called when a call has failed. The poller continues unless it is stopped. */
  failed(failure: Failure): void;
  /** Returns whether nobody has opened the event. Then a hidden page makes no calls. */
  isUnopened(): boolean;
  /** Returns whether the event is only on screens on which nobody counts. If it is unopened, calls are rare. */
  isWatched(): boolean;
}

/**
 * Counts by HTTP calls while no socket works. It makes one call at a time, so that no answer overlaps with a newer tap.
 * The taps of a call whose answer was ignored are sent again, and the room recognizes them by their numbers.
 */
export class Poller {
  readonly #eventId: string;
  readonly #effects: Effects;
  readonly #outbox: Outbox;
  readonly #owner: PollerOwner;
  readonly #loop: CallLoop;
  /** The server accepts no taps before this time, epoch ms. */
  #tapsFrom = 0;
  /** The client id and the seq of the last tap that a call has sent. */
  #sent = { clientId: '', through: 0 };

  constructor(eventId: string, effects: Effects, outbox: Outbox, owner: PollerOwner) {
    this.#eventId = eventId;
    this.#effects = effects;
    this.#outbox = outbox;
    this.#owner = owner;
    this.#loop = new CallLoop(effects, {
      call: (signal) => this.#call(signal),
      waitMs: () => {
        if (owner.isUnopened() && owner.isWatched()) return UNOPENED_POLL_INTERVAL_MS * (0.8 + 0.4 * effects.random());
        const untilTapsMs = this.#tapsFrom - effects.now();
        return untilTapsMs > 0 ? Math.min(untilTapsMs, POLL_INTERVAL_MS) : POLL_INTERVAL_MS;
      },
    });
  }

  get running(): boolean {
    return this.#loop.running;
  }

  /** Taps whose call was not answered: the room may already have them, or may still get them. */
  get maybeDelivered(): readonly QueuedTap[] {
    const { clientId, through } = this.#sent;
    return this.#outbox.clientId === clientId ? this.#outbox.taps.filter(({ seq }) => seq <= through) : [];
  }

  start(): void {
    this.#loop.start();
  }

  stop(): void {
    this.#loop.stop();
  }

  /** Sends a new tap at once, unless a call is running or the server does not accept taps yet. */
  pollNow(): void {
    if (this.#effects.now() >= this.#tapsFrom) this.#loop.hurry();
  }

  /** Makes one call. Resolves to a function that handles the answer. */
  async #call(signal: AbortSignal): Promise<() => void> {
    this.#outbox.rewind();
    const batch = this.#effects.now() < this.#tapsFrom ? null : this.#outbox.take();
    if (!batch) {
      // When the page is visible again, the socket is tried at once.
      if (this.#owner.isUnopened() && this.#effects.isHidden()) return () => undefined;
      const outcome = await this.#effects.fetchAreas(this.#eventId, this.#outbox.clientId, signal);
      return () => this.#conclude(outcome, (list) => this.#owner.listed(list));
    }
    const { clientId } = this.#outbox;
    this.#sent = { clientId, through: batch.seq + batch.taps.length - 1 };
    const body = {
      clientId,
      seq: batch.seq,
      sentAt: this.#effects.now(),
      taps: [...batch.taps],
    };
    const outcome = await this.#effects.poll(this.#eventId, body, signal);
    return () => {
      // The taps may have been renumbered meanwhile. Then the answer's numbers belong to other taps.
      if (this.#outbox.clientId === clientId) this.#conclude(outcome, (answer) => this.#owner.answered(answer));
    };
  }

  #conclude<T>(outcome: Outcome<T>, take: (value: T) => void): void {
    if (outcome.ok) {
      take(outcome.value);
      return;
    }
    this.#tapsFrom = this.#effects.now() + (outcome.retryAfterMs ?? 0);
    this.#owner.failed(outcome.failure);
  }
}
