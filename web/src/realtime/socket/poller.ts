import { CONNECT_TIMEOUT_MS, POLL_INTERVAL_MS } from '../../../../src/shared/limits';
import type { PollAnswer } from '../../../../src/shared/protocol/down';
import type { AreaList } from '../../../../src/shared/schemas/area';
import type { Cancel, Effects, Failure, Outcome } from '../effects';
import type { Outbox, QueuedTap } from '../outbox/outbox';

export interface PollerOwner {
  answered(answer: PollAnswer): void;
  listed(list: AreaList): void;
  /** Called when a call has failed. The poller continues unless it is stopped. */
  failed(failure: Failure): void;
}

/** Counts by HTTP calls while no socket works, one call at a time, so that no answer overlaps with a newer tap. */
export class Poller {
  readonly #eventId: string;
  readonly #effects: Effects;
  readonly #outbox: Outbox;
  readonly #owner: PollerOwner;
  #current: AbortController | null = null;
  #cancelNext: Cancel | null = null;
  #running = false;
  /** The server accepts no taps before this time, epoch ms. */
  #tapsFrom = 0;
  /** The client id and the seq of the last tap that a call has sent. */
  #sent = { clientId: '', through: 0 };

  constructor(eventId: string, effects: Effects, outbox: Outbox, owner: PollerOwner) {
    this.#eventId = eventId;
    this.#effects = effects;
    this.#outbox = outbox;
    this.#owner = owner;
  }

  get running(): boolean {
    return this.#running;
  }

  /** Taps whose call was not answered: the room may already have them, or may still get them. */
  get maybeDelivered(): readonly QueuedTap[] {
    const { clientId, through } = this.#sent;
    return this.#outbox.clientId === clientId ? this.#outbox.taps.filter(({ seq }) => seq <= through) : [];
  }

  start(): void {
    if (this.#running) return;
    this.#running = true;
    void this.#turn();
  }

  /** Stops polling. A running call's answer is ignored: its taps are sent again and recognized by their numbers. */
  stop(): void {
    this.#running = false;
    this.#cancelNext?.();
    this.#cancelNext = null;
    this.#current?.abort();
    this.#current = null;
  }

  /** Sends a new tap at once, unless a call is running or the server does not accept taps yet. */
  pollNow(): void {
    if (this.#running && !this.#current && this.#effects.now() >= this.#tapsFrom) void this.#turn();
  }

  async #turn(): Promise<void> {
    this.#cancelNext?.();
    this.#cancelNext = null;
    const call = new AbortController();
    this.#current = call;
    const cancelTimeout = this.#effects.after(CONNECT_TIMEOUT_MS, () => call.abort());
    const deliver = await this.#call(call.signal);
    cancelTimeout();
    if (this.#current !== call) return;
    this.#current = null;
    deliver();
    // `deliver` may have stopped the poller, or started its next turn.
    if (!this.#running || this.#current) return;
    const untilTapsMs = this.#tapsFrom - this.#effects.now();
    const delayMs = untilTapsMs > 0 ? Math.min(untilTapsMs, POLL_INTERVAL_MS) : POLL_INTERVAL_MS;
    this.#cancelNext = this.#effects.after(delayMs, () => void this.#turn());
  }

  /** Makes one call. Resolves to a function that handles the answer, to be called unless the poller was stopped. */
  async #call(signal: AbortSignal): Promise<() => void> {
    this.#outbox.rewind();
    const batch = this.#effects.now() < this.#tapsFrom ? null : this.#outbox.take();
    if (!batch) {
      const outcome = await this.#effects.fetchAreas(this.#eventId, signal);
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
