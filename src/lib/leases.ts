/**
 * So many at the same time, in this isolate alone. workerd may end a call whose client has gone away wherever it waits, and
 * nothing of it runs any more: what it holds is free again after the lease.
 */
export class Leases {
  private readonly ends = new Map<symbol, number>();

  constructor(
    private readonly max: number,
    private readonly leaseMs: number,
  ) {}

  /** Takes one, and answers how it is given back; null when all are taken. `now` in epoch ms. */
  take(now: number): (() => void) | null {
    for (const [lease, end] of this.ends) {
      // A clock that was set back would keep it for long.
      if (end <= now || end > now + this.leaseMs) this.ends.delete(lease);
    }
    if (this.ends.size >= this.max) return null;
    const lease = Symbol('lease');
    this.ends.set(lease, now + this.leaseMs);
    return () => void this.ends.delete(lease);
  }
}
