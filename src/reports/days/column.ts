export type Values = Float64Array | Int32Array;

/** A growing column of numbers. As objects, a million ledger rows would not fit into a room's memory. */
class Column {
  private values: Values;
  private count = 0;

  constructor(private readonly make: (length: number) => Values) {
    this.values = make(1024);
  }

  push(value: number): void {
    if (this.count === this.values.length) {
      const grown = this.make(this.count * 2);
      grown.set(this.values);
      this.values = grown;
    }
    this.values[this.count++] = value;
  }

  at(index: number): number {
    return this.values[index] ?? 0;
  }

  /** Sorts the column in place, in ascending order. The returned view is valid until the next push. */
  sorted(): Values {
    // oxlint-disable-next-line unicorn/no-array-sort -- a copy of each would be as much memory again
    return this.values.subarray(0, this.count).sort();
  }

  /** Empties the column; its memory is used again. */
  clear(): void {
    this.count = 0;
  }
}

export type { Column };
/** Creates a column for times in epoch ms. */
export const timeColumn = (): Column => new Column((length) => new Float64Array(length));
/** Creates a column for counts, or for durations of up to a week in ms. */
export const countColumn = (): Column => new Column((length) => new Int32Array(length));
