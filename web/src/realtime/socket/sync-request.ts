import { writeUpFrame } from '../../../../src/shared/protocol/codec';
import type { Cancel, Effects } from '../effects';

/**
 * How long to wait for the update that contains an acknowledged tap, in ms, before requesting a sync. The slowest
 * broadcast arrives within 1 s.
 */
const SETTLE_MS = 2_000;

export interface SyncRequestOwner {
  /** Returns whether the room answers over the socket. */
  joined(): boolean;
  send(text: string): void;
  /** Returns whether an update is still missing. */
  waits(): boolean;
}

/** Sends request_sync, at once or if an update does not arrive in time. */
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

  /** Requests a sync if the missing update does not arrive within SETTLE_MS. */
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
