import { writeUpFrame } from '../../../../src/shared/protocol/codec';
import type { Cancel, Effects } from '../effects';

/** If an acknowledged tap's update does not arrive, ask for the whole state. The slowest broadcast comes within 1 s. */
const SETTLE_MS = 2_000;

export interface SyncRequestOwner {
  /** Whether the room answers over the socket. */
  joined(): boolean;
  send(text: string): void;
  /** Whether a value is still expected. */
  waits(): boolean;
}

/** request_sync: at once, or when updates do not arrive in time. */
export class SyncRequest {
  readonly #effects: Pick<Effects, 'after'>;
  readonly #owner: SyncRequestOwner;
  #cancelSoon: Cancel | null = null;

  constructor(effects: Pick<Effects, 'after'>, owner: SyncRequestOwner) {
    this.#effects = effects;
    this.#owner = owner;
  }

  make(): void {
    this.#owner.send(writeUpFrame({ type: 'request_sync' }));
  }

  /** Unless the expected value arrives by itself. */
  makeIfUnsettled(): void {
    if (!this.#owner.waits()) return;
    this.#cancelSoon ??= this.#effects.after(SETTLE_MS, () => {
      this.#cancelSoon = null;
      if (this.#owner.waits() && this.#owner.joined()) this.make();
    });
  }

  cancel(): void {
    this.#cancelSoon?.();
    this.#cancelSoon = null;
  }
}
