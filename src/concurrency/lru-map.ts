/**
 * A map that keeps at least the `kept` entries that were read or set last, and at most twice as many. Dropping exactly
 * the oldest entry would take a deletion and an insertion for each read.
 */
export class LruMap<Key, Value> {
  private recent = new Map<Key, Value>();
  private older = new Map<Key, Value>();

  constructor(private readonly kept: number) {}

  get size(): number {
    return this.recent.size + this.older.size;
  }

  get(key: Key): Value | undefined {
    const value = this.recent.get(key);
    if (value !== undefined) return value;
    const known = this.older.get(key);
    if (known !== undefined) this.set(key, known);
    return known;
  }

  delete(key: Key): void {
    this.recent.delete(key);
    this.older.delete(key);
  }

  set(key: Key, value: Value): void {
    this.older.delete(key);
    this.recent.set(key, value);
    if (this.recent.size < this.kept) return;
    this.older = this.recent;
    this.recent = new Map();
  }
}
