/**
 * At most `max` holders at the same time, in this isolate only. workerd may end a call whose client has gone away at
 * any await, and then none of its code runs any more: its place becomes free when the lease ends.
 */
export class Leases {
  private readonly ends = new Map<symbol, number>();

  constructor(
    private readonly max: number,
    private readonly leaseMs: number,
  ) {}

  /** Takes a place and returns how to give it back; null when all are taken. `now` in epoch ms. */
  take(now: number): (() => void) | null {
    for (const [lease, end] of this.ends) {
      // After the clock moved backwards a lease would last too long.
      if (end <= now || end > now + this.leaseMs) this.ends.delete(lease);
    }
    if (this.ends.size >= this.max) return null;
    const lease = Symbol('lease');
    this.ends.set(lease, now + this.leaseMs);
    return () => void this.ends.delete(lease);
  }
}
