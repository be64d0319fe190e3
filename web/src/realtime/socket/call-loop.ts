import { CONNECT_TIMEOUT_MS } from '../../../../src/shared/protocol/limits';
import type { Cancel, LineEffects } from '../effects';

export interface CallLoopOwner {
  /**
   * Makes one call. Resolves to a function that handles the answer. The function is not called if the loop was stopped
   * meanwhile.
   */
  call(signal: AbortSignal): Promise<() => void>;
  /** Returns the wait between a call and the next, in ms. */
  waitMs(): number;
}

/** Repeats a call while no socket works, one call at a time. A call without an answer in time is given up. */
export class CallLoop {
  readonly #effects: Pick<LineEffects, 'after'>;
  readonly #owner: CallLoopOwner;
  /** Ends the running call, or the wait for the next one; null while the loop is stopped. */
  #cancel: Cancel | null = null;
  #isCalling = false;

  constructor(effects: Pick<LineEffects, 'after'>, owner: CallLoopOwner) {
    this.#effects = effects;
    this.#owner = owner;
  }

  get running(): boolean {
    return this.#cancel !== null;
  }

  /** Makes the first call at once. */
  start(): void {
    if (!this.#cancel) void this.#turn();
  }

  /** Makes the first call after the usual wait. */
  startLater(): void {
    if (!this.#cancel) this.#wait();
  }

  /** Stops the loop. A running call's answer is ignored. */
  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
  }

  /** Makes the next call at once, unless a call is running. */
  hurry(): void {
    if (this.#cancel && !this.#isCalling) void this.#turn();
  }

  async #turn(): Promise<void> {
    this.#cancel?.();
    const call = new AbortController();
    const abort = () => call.abort();
    this.#cancel = abort;
    this.#isCalling = true;
    const cancelTimeout = this.#effects.after(CONNECT_TIMEOUT_MS, abort);
    const deliver = await this.#owner.call(call.signal);
    cancelTimeout();
    if (this.#cancel !== abort) return;
    this.#isCalling = false;
    deliver();
    // `deliver` may have stopped the loop, or started its next turn.
    if (this.#cancel === abort) this.#wait();
  }

  #wait(): void {
    this.#isCalling = false;
    this.#cancel = this.#effects.after(this.#owner.waitMs(), () => void this.#turn());
  }
}
