import type { OrphanTapSender, OrphanTapSenderOwner } from './orphan-tap-sender';
import type { Cancel, Effects } from '../effects';
import type { OutboxHome } from './outbox-home';
import type { AdoptedAction } from '../view/reducer';

/** Tabs that have left taps since the last look are found within this time. */
const LOOK_EVERY_MS = 30_000;

/**
 * What closed tabs of this device have left. There is rarely anything, so the code that delivers it loads when
 * something is found. Until then, and while that code cannot be loaded, everything stays where it is.
 */
export class OrphanTaps {
  readonly #home: OutboxHome;
  readonly #effects: Effects;
  readonly #owner: OrphanTapSenderOwner;
  #adopter: OrphanTapSender | null = null;
  #isBeginning = false;
  #closed = false;
  #cancelLook: Cancel | null = null;
  #cancelWake: Cancel | null = null;

  constructor(home: OutboxHome, effects: Effects, owner: OrphanTapSenderOwner) {
    this.#home = home;
    this.#effects = effects;
    this.#owner = owner;
  }

  start(): void {
    this.#cancelWake = this.#effects.onWake(() => void this.look());
    void this.look();
  }

  /** Leaves undelivered taps to the next page or session. Resolves when nothing is left to write. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#stopLooking();
    await this.#adopter?.close();
  }

  /** Looks for outboxes that are not this page's. */
  async look(): Promise<void> {
    if (this.#adopter) {
      await this.#adopter.look();
      return;
    }
    if (this.#closed) return;
    this.#cancelLook?.();
    this.#cancelLook = this.#effects.after(LOOK_EVERY_MS, () => void this.look());
    const records = (await this.#home.use((store) => store.records(this.#home.principal))) ?? [];
    if (this.#isBeginning || records.every(({ clientId }) => this.#owner.isOwn(clientId))) return;
    await this.#begin();
  }

  /** Does not wait for the next attempt. */
  hurry(): void {
    this.#adopter?.hurry();
  }

  get unsentTaps(): number {
    return this.#adopter?.unsentTaps ?? 0;
  }

  /** How many of them this version cannot deliver. */
  get refusedTaps(): number {
    return this.#adopter?.refusedTaps ?? 0;
  }

  /** Identifies the oldest taps: a changed value means that some were delivered. */
  get oldestUnsent(): string {
    return this.#adopter?.oldestUnsent ?? '';
  }

  /** What a room that opens must know about them. */
  actionsOf(eventId: string): readonly AdoptedAction[] {
    return this.#adopter?.actionsOf(eventId) ?? [];
  }

  /** The event is deleted, and its taps are lost. Returns how many. */
  giveUp(eventId: string): number {
    return this.#adopter?.giveUp(eventId) ?? 0;
  }

  async #begin(): Promise<void> {
    this.#isBeginning = true;
    try {
      const LoadedAdopter = await this.#effects.loadAdopter();
      if (this.#closed || this.#adopter) return;
      this.#stopLooking();
      this.#adopter = new LoadedAdopter(this.#home, this.#effects, this.#owner);
      this.#adopter.start();
    } catch (error) {
      console.warn('Taps of other tabs cannot be delivered yet', error);
    } finally {
      this.#isBeginning = false;
    }
  }

  #stopLooking(): void {
    this.#cancelWake?.();
    this.#cancelLook?.();
  }
}
