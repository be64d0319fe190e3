interface Window {
  startsAt: number;
  count: number;
}

/** The limiter remembers at most this many keys. One more key makes it forget all keys. */
const KEYS_MAX = 10_000;

/**
 * Allows at most `max` calls per key in a window of `windowMs`, counted in this isolate only. It reduces what a flood
 * can do and guarantees nothing; limits that must hold are counted in D1 (services/attempts).
 */
export class RateLimit {
  private readonly windows = new Map<string, Window>();

  constructor(
    private readonly max: number,
    private readonly windowMs: number,
  ) {}

  /** Counts one call; returns false if the call exceeds the limit. `now` is in epoch ms. */
  take(key: string, now: number): boolean {
    const open = this.openWindow(key, now);
    const window = open ?? { startsAt: now, count: 0 };
    if (!open && this.windows.size >= KEYS_MAX) this.windows.clear();
    this.windows.set(key, window);
    window.count += 1;
    return window.count <= this.max;
  }

  /** Whether one more call would exceed the limit; counts nothing. */
  isOver(key: string, now: number): boolean {
    return (this.openWindow(key, now)?.count ?? 0) >= this.max;
  }

  private openWindow(key: string, now: number): Window | undefined {
    const known = this.windows.get(key);
    // If the clock moved backwards, the window's age is unknown, and a new window begins.
    return known && now >= known.startsAt && now < known.startsAt + this.windowMs ? known : undefined;
  }
}
