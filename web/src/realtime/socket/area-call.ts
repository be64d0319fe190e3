import { CONNECT_TIMEOUT_MS, FORCE_REFRESH_SPREAD_MS } from '../../../../src/shared/protocol/limits';
import type { AreaList } from '../../../../src/shared/schemas/area';
import { backoffMs } from './backoff';
import { isFinalEnd } from './final-close';
import type { Cancel, Effects, Failure } from '../effects';

export interface AreaCallOwner {
  listed(list: AreaList): void;
  failed(failure: Failure): void;
}

/** Reads the event's areas (GET areas). A newer call or a cancellation makes an earlier answer void. */
export class AreaCall {
  readonly #eventId: string;
  readonly #effects: Effects;
  readonly #client: { readonly clientId: string };
  readonly #owner: AreaCallOwner;
  #current: AbortController | null = null;
  #cancelSoon: Cancel | null = null;

  constructor(eventId: string, effects: Effects, client: { readonly clientId: string }, owner: AreaCallOwner) {
    this.#eventId = eventId;
    this.#effects = effects;
    this.#client = client;
    this.#owner = owner;
  }

  /** Reads the areas. Resolves to false if trying again makes no sense. */
  async make(): Promise<boolean> {
    return (await this.#ask()) !== 'over';
  }

  /**
   * Reads the areas at a random time within the next second, so that a venue's devices do not all call at once. Further
   * requests until then are covered by the same call. After a failure it tries again, each time later.
   */
  makeSoon(): void {
    this.#cancelSoon ??= this.#effects.after(
      this.#effects.random() * FORCE_REFRESH_SPREAD_MS,
      () => void this.#askUntilListed(),
    );
  }

  /** Whether a call has been made whose answer has not arrived. */
  get isRunning(): boolean {
    return this.#current !== null;
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
    const outcome = await this.#effects.fetchAreas(this.#eventId, this.#client.clientId, call.signal);
    cancelTimeout();
    const isCurrent = this.#current === call;
    if (isCurrent) this.#current = null;
    if (!outcome.ok) {
      // If one call says that the session or event has ended, that is true for all calls.
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
