import { CONNECT_TIMEOUT_MS, FORCE_REFRESH_SPREAD_MS } from '../../../../src/shared/limits';
import type { AreaList } from '../../../../src/shared/schemas/area';
import { backoffMs } from './backoff';
import { isFinalEnd } from './final-close';
import type { Cancel, Effects, Failure } from '../effects';

export interface AreaCallOwner {
  listed(list: AreaList): void;
  failed(failure: Failure): void;
}

/** GET areas. Only one call counts: a newer call, or a cancellation, makes its answer worthless. */
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
    return (await this.#ask()) !== 'over';
  }

  /**
   * Within a random second, so that a venue's devices do not all ask at once; once for all that is said until then. A list
   * that could not be read is asked for again, later each time.
   */
  makeSoon(): void {
    this.#cancelSoon ??= this.#effects.after(
      this.#effects.random() * FORCE_REFRESH_SPREAD_MS,
      () => void this.#askUntilListed(),
    );
  }

  cancel(): void {
    this.#cancelSoon?.();
    this.#cancelSoon = null;
    this.#current?.abort();
    this.#current = null;
  }

  async #askUntilListed(failures = 0): Promise<void> {
    this.#cancelSoon = null;
    if ((await this.#ask()) !== 'failed') return;
    const waitMs = backoffMs(failures, this.#effects.random());
    this.#cancelSoon ??= this.#effects.after(waitMs, () => void this.#askUntilListed(failures + 1));
  }

  async #ask(): Promise<'listed' | 'failed' | 'over' | 'superseded'> {
    this.#current?.abort();
    const call = new AbortController();
    this.#current = call;
    const cancelTimeout = this.#effects.after(CONNECT_TIMEOUT_MS, () => call.abort());
    const outcome = await this.#effects.fetchAreas(this.#eventId, call.signal);
    cancelTimeout();
    const isCurrent = this.#current === call;
    if (!outcome.ok) {
      // When one call says that everything is over, it is true for all.
      const isFinal = isFinalEnd(outcome.failure);
      if (isFinal || isCurrent) this.#owner.failed(outcome.failure);
      if (isFinal) return 'over';
      return isCurrent ? 'failed' : 'superseded';
    }
    if (!isCurrent) return 'superseded';
    if (call.signal.aborted) return 'failed';
    this.#owner.listed(outcome.value);
    return 'listed';
  }
}
