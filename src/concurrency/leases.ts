/**
 * Gives out at most `max` leases at the same time, in this isolate only. A lease ends after `leaseMs` at the latest:
 * workerd can end a call whose client has disconnected at any await, and then no code gives the lease back.
 */
export class Leases {
  private readonly ends = new Map<symbol, number>();

  constructor(
    private readonly max: number,
    private readonly leaseMs: number,
  ) {}

  /**
   * Takes a lease and returns the function that gives it back; returns null when all leases are taken. `now` is in
   * epoch ms.
   */
  take(now: number): (() => void) | null {
    for (const [lease, end] of this.ends) {
      // An end more than `leaseMs` ahead means that the clock moved backwards. The lease would last too long.
      if (end <= now || end > now + this.leaseMs) this.ends.delete(lease);
    }
    if (this.ends.size >= this.max) return null;
    const lease = Symbol('lease');
    this.ends.set(lease, now + this.leaseMs);
    return () => void this.ends.delete(lease);
  }
}
