/** Remembers keys for `keptMs`, at most the latest `max` keys, in this isolate only. */
export class Recent {
  private readonly ends = new Map<string, number>();

  constructor(
    private readonly max: number,
    private readonly keptMs: number,
  ) {}

  /** `now` is in epoch ms. */
  add(key: string, now: number): void {
    this.ends.delete(key);
    this.ends.set(key, now + this.keptMs);
    if (this.ends.size <= this.max) return;
    const oldest = this.ends.keys().next();
    if (!oldest.done) this.ends.delete(oldest.value);
  }

  has(key: string, now: number): boolean {
    const end = this.ends.get(key);
    // An end more than `keptMs` ahead means that the clock moved backwards. The key would be kept too long.
    return end !== undefined && now < end && end <= now + this.keptMs;
  }

  delete(key: string): void {
    this.ends.delete(key);
  }
}
