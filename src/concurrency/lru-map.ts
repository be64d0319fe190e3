/** A map of at most `max` entries. When it is full, it drops the entry that was read or set least recently. */
export class LruMap<Key, Value> {
  private readonly entries = new Map<Key, Value>();
  /** The entry that was read or set last. It stands at the end of `entries` and need not be moved there. */
  private newest: Key | undefined;

  constructor(private readonly max: number) {}

  get size(): number {
    return this.entries.size;
  }

  get(key: Key): Value | undefined {
    const value = this.entries.get(key);
    if (value !== undefined && key !== this.newest) this.set(key, value);
    return value;
  }

  delete(key: Key): void {
    this.entries.delete(key);
    if (key === this.newest) this.newest = undefined;
  }

  set(key: Key, value: Value): void {
    if (key !== this.newest) this.entries.delete(key);
    this.newest = key;
    this.entries.set(key, value);
    if (this.entries.size <= this.max) return;
    for (const oldest of this.entries.keys()) {
      this.entries.delete(oldest);
      return;
    }
  }
}
