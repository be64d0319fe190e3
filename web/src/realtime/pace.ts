import type { Cancel, LineEffects } from './effects';

/**
 * In a full venue others count a hundred times a second, and a slow phone takes some 30 ms to show each change: no time
 * would be left for the thumb. Nobody reads more than ten numbers a second.
 */
const OTHERS_EVERY_MS = 100;

/** Announces others' taps: at once after a pause, otherwise ten times a second. */
export class Pace {
  readonly #effects: Pick<LineEffects, 'after' | 'now'>;
  readonly #tell: () => void;
  #toldAt = Number.NEGATIVE_INFINITY;
  #cancel: Cancel | null = null;

  constructor(effects: Pick<LineEffects, 'after' | 'now'>, tell: () => void) {
    this.#effects = effects;
    this.#tell = tell;
  }

  /** Others have counted. */
  soon(): void {
    const waitMs = this.#toldAt + OTHERS_EVERY_MS - this.#effects.now();
    // A clock that was set back must not make anybody wait longer.
    if (waitMs <= 0 || waitMs > OTHERS_EVERY_MS) this.now();
    else this.#cancel ??= this.#effects.after(waitMs, () => this.now());
  }

  /** Something that must be shown at once, and with it everything that others have counted. */
  now(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#toldAt = this.#effects.now();
    this.#tell();
  }
}
