import { CONNECT_TIMEOUT_MS, FORCE_REFRESH_SPREAD_MS } from '../../../src/shared/limits';
import type { AreaList } from '../../../src/shared/schemas/area';
import { isOver } from './final-close';
import type { Cancel, Effects, Failure } from './effects';

export interface AreaCallOwner {
  listed(list: AreaList): void;
  failed(failure: Failure): void;
}

/** GET areas. One call counts: a newer one, or whoever cancels it, makes its answer worthless. */
export class AreaCall {
  readonly #eventId: string;
  readonly #effects: Effects;
  readonly #owner: AreaCallOwner;
  #current: AbortController | null = null;
  #cancelSoon: Cancel | null = null;

  constructor(eventId: string, effects: Effects, owner: AreaCallOwner) {
    this.#eventId = eventId;
    this.#effects = effects;
    this.#owner = owner;
  }

  /** Resolves to whether it makes sense to go on trying. */
  async make(): Promise<boolean> {
    this.#current?.abort();
    const call = new AbortController();
    this.#current = call;
    const cancelTimeout = this.#effects.after(CONNECT_TIMEOUT_MS, () => call.abort());
    const outcome = await this.#effects.fetchAreas(this.#eventId, call.signal);
    cancelTimeout();
    const isFinal = !outcome.ok && isOver(outcome.failure);
    // That it is all over is true whichever call says so.
    if (!outcome.ok && (isFinal || this.#current === call)) this.#owner.failed(outcome.failure);
    if (outcome.ok && this.#current === call && !call.signal.aborted) this.#owner.listed(outcome.value);
    return !isFinal;
  }

  /** Within a random second, so that a venue's devices do not all ask at once; once for all that is said until then. */
  makeSoon(): void {
    this.#cancelSoon ??= this.#effects.after(this.#effects.random() * FORCE_REFRESH_SPREAD_MS, () => {
      this.#cancelSoon = null;
      void this.make();
    });
  }

  cancel(): void {
    this.#cancelSoon?.();
    this.#cancelSoon = null;
    this.#current?.abort();
    this.#current = null;
  }
}
