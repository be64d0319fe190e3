interface Window {
  startsAt: number;
  count: number;
}

/** This many keys are remembered at a time. One more makes the limiter forget all of them. */
const KEYS_MAX = 10_000;

/**
 * At most `max` of each key in a window of time, counted in this isolate only. It limits what a flood can do and
 * guarantees nothing; limits that must hold are counted in D1 (services/attempts).
 */
export class RateLimit {
  private readonly windows = new Map<string, Window>();

  constructor(
    private readonly max: number,
    private readonly windowMs: number,
  ) {}

  /** Counts one; false when it exceeds the limit. `now` in epoch ms. */
  take(key: string, now: number): boolean {
    const open = this.openWindow(key, now);
    const window = open ?? { startsAt: now, count: 0 };
    if (!open && this.windows.size >= KEYS_MAX) this.windows.clear();
    this.windows.set(key, window);
    window.count += 1;
    return window.count <= this.max;
  }

  /** Whether one more would exceed the limit; counts nothing. */
  isOver(key: string, now: number): boolean {
    return (this.openWindow(key, now)?.count ?? 0) >= this.max;
  }

  private openWindow(key: string, now: number): Window | undefined {
    const known = this.windows.get(key);
    // If the clock moved backwards, the elapsed time is unknown.
    return known && now >= known.startsAt && now < known.startsAt + this.windowMs ? known : undefined;
  }
}
