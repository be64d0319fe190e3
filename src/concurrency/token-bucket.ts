/** A token bucket that refills at `perSecond` up to `size` tokens and starts full. Times are epoch ms. */
export class TokenBucket {
  private tokens: number;

  constructor(
    private readonly size: number,
    private readonly perSecond: number,
    private filledAt: number,
  ) {
    this.tokens = size;
  }

  /**
   * Returns the ms until the bucket holds `count` tokens, or until it is full if `count` exceeds its size. If the clock
   * moved backwards, nothing is refilled.
   */
  waitMs(count: number, now: number): number {
    const elapsedMs = Math.max(0, now - this.filledAt);
    this.tokens = Math.min(this.size, this.tokens + (elapsedMs / 1000) * this.perSecond);
    this.filledAt = now;
    const missing = Math.min(count, this.size) - this.tokens;
    return missing > 0 ? Math.ceil((missing / this.perSecond) * 1000) : 0;
  }

  /** Returns what {@link waitMs} returns, and takes the tokens if that is 0 ms. */
  take(count: number, now: number): number {
    const waitMs = this.waitMs(count, now);
    if (waitMs === 0) this.tokens -= Math.min(count, this.size);
    return waitMs;
  }
}
