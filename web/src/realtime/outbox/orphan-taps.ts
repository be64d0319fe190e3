import type { OrphanTapSender, OrphanTapSenderOwner } from './orphan-tap-sender';
import type { Cancel } from '../effects';
import type { PageEffects } from '../page-effects';
import type { OutboxHome } from './outbox-home';
import type { AdoptedAction } from '../view/reducer';

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
  #adopter: OrphanTapSender | null = null;
  #isBeginning = false;
  #closed = false;
  #cancelLook: Cancel | null = null;
  #cancelWake: Cancel | null = null;

  constructor(home: OutboxHome, effects: PageEffects, owner: OrphanTapSenderOwner) {
    this.#home = home;
    this.#effects = effects;
    this.#owner = owner;
  }

  start(): void {
    this.#cancelWake = this.#effects.onWake(() => {
      this.#adopter?.wake();
      void this.look();
    });
    void this.look();
  }

  /** Stops, and leaves undelivered taps to the next page or session. Resolves when nothing is left to write. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#cancelWake?.();
    this.#cancelLook?.();
    await this.#adopter?.close();
  }

  /** Looks for outboxes of other pages. */
  async look(): Promise<void> {
    if (this.#closed) return;
    this.#cancelLook?.();
    this.#cancelLook = this.#effects.after(LOOK_EVERY_MS, () => void this.look());
    const records = (await this.#home.use((store) => store.records(this.#home.principal))) ?? [];
    if (this.#closed || records.every(({ clientId }) => this.#owner.isOwn(clientId))) return;
    if (this.#adopter) this.#adopter.adopt(records);
    else if (!this.#isBeginning) await this.#begin();
  }

  /** Sends at once instead of waiting for the next attempt. */
  hurry(): void {
    this.#adopter?.hurry();
  }

  get unsentTaps(): number {
    return this.#adopter?.unsentTaps ?? 0;
  }

  /** How many of these taps this release cannot deliver. */
  get refusedTaps(): number {
    return this.#adopter?.refusedTaps ?? 0;
  }

  /** Identifies the oldest taps: if it changes, some taps were delivered. */
  get oldestUnsent(): string {
    return this.#adopter?.oldestUnsent ?? '';
  }

  /** Returns the actions that add these taps to a room that opens. */
  actionsOf(eventId: string): readonly AdoptedAction[] {
    return this.#adopter?.actionsOf(eventId) ?? [];
  }

  /** Gives up the taps of a deleted event. Returns how many are lost. */
  giveUp(eventId: string): number {
    return this.#adopter?.giveUp(eventId) ?? 0;
  }

  async #begin(): Promise<void> {
    this.#isBeginning = true;
    try {
      const LoadedAdopter = await this.#effects.loadAdopter();
      if (this.#closed) return;
      this.#adopter = new LoadedAdopter(this.#home, this.#effects, this.#owner);
      // More may have been left meanwhile.
      void this.look();
    } catch (error) {
      console.warn('Taps of other tabs cannot be delivered yet', error);
    } finally {
      this.#isBeginning = false;
    }
  }
}
