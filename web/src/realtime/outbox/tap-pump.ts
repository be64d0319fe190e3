import { writeUpFrame } from '../../../../src/shared/protocol/codec';
import type { Cancel, Effects } from '../effects';
import type { Link } from '../socket/link';
import type { Outbox } from './outbox';

/** Sends update_occupancy frames from the outbox, one batch at a time, when the room accepts more. */
export class TapPump {
  readonly #eventId: string;
  readonly #effects: Pick<Effects, 'after' | 'now'>;
  readonly #outbox: Outbox;
  readonly #link: Pick<Link, 'send'>;
  readonly #joined: () => boolean;
  #cancelWait: Cancel | null = null;

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
  }
}
