import type { Cancel, Effects } from '../effects';
import type { OutboxStore } from './outbox-store';
import type { PageLocks } from './page-locks';

/**
 * How long storage may take to answer, in ms. Without a limit, taps would wait forever for storage that never answers.
 * It is enough for a slow phone's disk; counting itself never waits.
 */
const STORE_TIMEOUT_MS = 10_000;
/** Extra time for an answer, in ms: on a page that wakes up, the timer can fire before an answer that is there. */
const GRACE_MS = 1_000;

const LATE = Symbol('no answer in time');

type HomeEffects = Pick<Effects, 'after' | 'mintClientId' | 'openStore' | 'locks' | 'askToPersist'>;

/**
 * The storage of one principal's taps. After a failure, all new taps stay in memory: using the storage again would
 * leave gaps between the stored taps.
 */
export class OutboxHome {
  readonly principal: string;
  readonly #effects: HomeEffects;
  readonly #store: OutboxStore;
  readonly #onFailed: () => void;
  /** Whether the principal may count at an event. Taps that may not be sent stay here. */
  mayCount: (eventId: string) => boolean = () => true;
  #usable = true;
  #askedToPersist = false;

  constructor(principal: string, effects: HomeEffects, onFailed: () => void) {
    this.principal = principal;
    this.#effects = effects;
    this.#store = effects.openStore();
    this.#onFailed = onFailed;
  }

  get usable(): boolean {
    return this.#usable;
  }

  get locks(): PageLocks {
    return this.#effects.locks;
  }

  mintClientId(): string {
    return this.#effects.mintClientId();
  }

  /**
   * Asks the browser to keep the stored taps. The browser may ask the person, so this happens only after the first tap,
   * when the reason is clear.
   */
  persist(): void {
    if (!this.#askedToPersist) this.#effects.askToPersist();
    this.#askedToPersist = true;
  }

  /** Calls the storage. Returns null if the storage fails, or has failed before. */
  async use<T>(call: (store: OutboxStore) => Promise<T>): Promise<T | null> {
    if (!this.#usable) return null;
    try {
      const result = await this.#inTime(call(this.#store));
      if (result === LATE) throw new Error('The storage did not answer');
      return result;
    } catch (error) {
      this.fail(error);
      return null;
    }
  }

  /**
   * Holds the lock of one of this page's client ids. No other page waits for the lock before the first tap is stored.
   * If the browser does not answer, there is no lock: a page that adopts the taps then sends them with the same
   * numbers.
   */
  async holdOwn(clientId: string): Promise<() => void> {
    const patience = new AbortController();
    const release = await this.#inTime(this.locks.hold(clientId, patience.signal));
    if (release !== LATE) return release;
    patience.abort();
    return () => undefined;
  }

  async #inTime<T>(answer: Promise<T>): Promise<T | typeof LATE> {
    let cancel: Cancel = () => undefined;
    const late = new Promise<typeof LATE>((resolve) => {
      cancel = this.#effects.after(STORE_TIMEOUT_MS, () => {
        cancel = this.#effects.after(GRACE_MS, () => resolve(LATE));
      });
    });
    try {
      return await Promise.race([answer, late]);
    } finally {
      cancel();
    }
  }

  fail(error: unknown): void {
    if (!this.#usable) return;
    this.#usable = false;
    console.warn('Taps cannot be kept on this device', error);
    this.#onFailed();
  }
}
