import type { Cancel, LineEffects } from './effects';

/**
 * How often other devices' taps are shown, in ms. In a full venue they arrive a hundred times a second, and a slow
 * phone takes about 30 ms to show each change: no time would be left for this device's own taps. People cannot read
 * more than ten numbers a second.
 */
const OTHERS_EVERY_MS = 100;

/** Limits how often changes by other devices are shown: at once after a pause, otherwise ten times a second. */
export class Pace {
  readonly #effects: Pick<LineEffects, 'after' | 'now'>;
  readonly #tell: () => void;
  #toldAt = Number.NEGATIVE_INFINITY;
  #cancel: Cancel | null = null;

  constructor(effects: Pick<LineEffects, 'after' | 'now'>, tell: () => void) {
    this.#effects = effects;
    this.#tell = tell;
  }

  /** Called when other devices have counted: shows it soon. */
  soon(): void {
    const waitMs = this.#toldAt + OTHERS_EVERY_MS - this.#effects.now();
    // If the clock was set back, waitMs can be too long: then the change is shown at once.
    if (waitMs <= 0 || waitMs > OTHERS_EVERY_MS) this.now();
    else this.#cancel ??= this.#effects.after(waitMs, () => this.now());
  }

  /** Shows a change at once, together with everything that other devices have counted. */
  now(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#toldAt = this.#effects.now();
    this.#tell();
  }
}
