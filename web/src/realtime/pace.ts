import type { Cancel, LineEffects } from './effects';

/**
 * In a full venue others count a hundred times a second, and a slow phone takes some 30 ms to show each: it would have no time left
 * for the thumb. Nobody reads more than ten numbers a second.
 */
const OTHERS_EVERY_MS = 100;

/** Tells of what others have counted: at once after a pause, else ten times a second. */
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
    // A clock that was set back makes nobody wait longer.
    if (waitMs <= 0 || waitMs > OTHERS_EVERY_MS) this.now();
    else this.#cancel ??= this.#effects.after(waitMs, () => this.now());
  }

  /** Something that does not wait, and with it all that others have counted. */
  now(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#toldAt = this.#effects.now();
    this.#tell();
  }
}
