import type { OrphanTapSender, OrphanTapSenderOwner } from './orphan-tap-sender';
import type { Cancel } from '../effects';
import type { PageEffects } from '../page-effects';
import type { OutboxHome } from './outbox-home';

/**
 * How often to look for taps of closed tabs, in ms. A tab that was opened and closed meanwhile is found then; a released
 * lock is noticed at once.
 */
const LOOK_EVERY_MS = 30_000;

/**
 * The taps that closed tabs of this device have left. There are rarely any, so the code that delivers them loads only
 * when some are found. While that code cannot be loaded, the taps stay on the device.
 */
export class OrphanTaps {
  readonly #home: OutboxHome;
  readonly #effects: PageEffects;
  readonly #owner: OrphanTapSenderOwner;
  #sender: OrphanTapSender | null = null;
  #isBeginning = false;
  #closed = false;
  #cancelLook: Cancel | null = null;
  #cancelWake: Cancel | null = null;

  constructor(home: OutboxHome, effects: PageEffects, owner: OrphanTapSenderOwner) {
    this.#home = home;
    this.#effects = effects;
    this.#owner = owner;
  }

  /** Delivers them; null until there are some, and its code has loaded. */
  get sender(): OrphanTapSender | null {
    return this.#sender;
  }

  start(): void {
    this.#cancelWake = this.#effects.onWake(() => {
      this.#sender?.wake();
      void this.look();
    });
    void this.look();
  }

  /** Stops, and leaves undelivered taps to the next page or session. Resolves when nothing is left to write. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#cancelWake?.();
    this.#cancelLook?.();
    await this.#sender?.close();
  }

  /** Looks for outboxes of other pages. */
  async look(): Promise<void> {
    if (this.#closed) return;
    this.#cancelLook?.();
    this.#cancelLook = this.#effects.after(LOOK_EVERY_MS, () => void this.look());
    const records = (await this.#home.use((store) => store.records(this.#home.principal))) ?? [];
    if (this.#closed || records.every(({ clientId }) => this.#owner.isOwn(clientId))) return;
    if (this.#sender) this.#sender.adopt(records);
    else if (!this.#isBeginning) await this.#begin();
  }

  async #begin(): Promise<void> {
    this.#isBeginning = true;
    try {
      const LoadedAdopter = await this.#effects.loadAdopter();
      if (this.#closed) return;
      this.#sender = new LoadedAdopter(this.#home, this.#effects, this.#owner);
      // More may have been left meanwhile.
      void this.look();
    } catch (error) {
      console.warn('Taps of other tabs cannot be delivered yet', error);
    } finally {
      this.#isBeginning = false;
    }
  }
}
