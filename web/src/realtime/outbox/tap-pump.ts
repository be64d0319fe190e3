import { writeUpFrame } from '../../../../src/shared/protocol/codec';
import type { Cancel, Effects } from '../effects';
import type { Link } from '../socket/link';
import type { Outbox } from './outbox';

/** How long a sent batch may go without an answer, in ms, before the socket is probed (docs/product.md, R6). */
const ANSWER_WITHIN_MS = 5_000;

/** Sends update_occupancy frames from the outbox, one batch at a time, when the room accepts more. */
export class TapPump {
  readonly #eventId: string;
  readonly #effects: Pick<Effects, 'after' | 'now'>;
  readonly #outbox: Outbox;
  readonly #link: Pick<Link, 'send' | 'probe'>;
  readonly #joined: () => boolean;
  #cancelWait: Cancel | null = null;
  #cancelWatch: Cancel | null = null;

  /** @param joined returns whether the room answers over the socket */
  constructor(eventId: string, effects: Effects, outbox: Outbox, link: Link, joined: () => boolean) {
    this.#eventId = eventId;
    this.#effects = effects;
    this.#outbox = outbox;
    this.#link = link;
    this.#joined = joined;
  }

  /** Sends the next batch if one may be sent now. */
  pump(): void {
    if (!this.#joined() || this.#cancelWait) return;
    const batch = this.#outbox.take();
    if (!batch) return;
    const { seq, taps } = batch;
    const sentAt = this.#effects.now();
    this.#link.send(writeUpFrame({ type: 'update_occupancy', eventId: this.#eventId, seq, sentAt, taps: [...taps] }));
    this.#watch();
  }

  /** Probes the socket while the batch that was just sent has no answer. */
  #watch(): void {
    this.#cancelWatch?.();
    this.#cancelWatch = this.#effects.after(ANSWER_WITHIN_MS, () => {
      if (!this.#outbox.isInFlight) return;
      this.#link.probe();
      this.#watch();
    });
  }

  /** Sends the refused batch again after this many ms, over the socket that is open then. */
  delay(afterMs: number): void {
    this.#outbox.rewind();
    this.stop();
    this.#cancelWait = this.#effects.after(afterMs, () => {
      this.#cancelWait = null;
      this.pump();
    });
  }

  stop(): void {
    this.#cancelWait?.();
    this.#cancelWait = null;
    this.#cancelWatch?.();
  }
}
