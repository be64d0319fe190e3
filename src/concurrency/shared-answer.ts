interface Patience {
  /** For how many ms a found value is returned to all callers. */
  keptMs: number;
  /**
   * How many ms other callers wait for the first caller's value. The first caller never finishes if its client has
   * disconnected.
   */
  waitMs: number;
}

const LOOK_INTERVAL_MS = 50;

/** A negative age means that the clock moved backwards: the value counts as too old. */
const isWithin = (limitMs: number, ageMs: number): boolean => ageMs >= 0 && ageMs < limitMs;

/**
 * Shares one caller's result with all other callers for a while, so that repeated calls cause no load. Only a finished
 * result is shared: workerd does not let one call await the I/O of another call.
 */
export class SharedAnswer<T> {
  private findingSince = -Infinity;

  /** @param kept a value that the creator already has, and when it was found (epoch ms) */
  constructor(
    private readonly patience: Patience,
    private kept?: { value: T; foundAt: number },
  ) {}

  /**
   * Returns the value if it was found at most `keptMs` ago. While one caller looks for a new value, all others get the
   * old value. Returns undefined if there is no old value and the caller that looks for one does not finish within
   * `waitMs`. `now` returns epoch ms.
   */
  async read(now: () => number, find: (before: T | undefined) => Promise<T>): Promise<T | undefined> {
    const { keptMs } = this.patience;
    const at = now();
    const before = this.kept;
    const isFinding = isWithin(keptMs, at - this.findingSince);
    if (before && (isFinding || isWithin(keptMs, at - before.foundAt))) return before.value;
    if (isFinding) return await this.first();
    this.findingSince = at;
    const value = await find(before?.value);
    this.kept = { value, foundAt: now() };
    return value;
  }

  /** Waits up to `waitMs` for the value that another call is looking for; undefined if the value does not arrive. */
  private async first(): Promise<T | undefined> {
    for (let waitedMs = 0; waitedMs < this.patience.waitMs && !this.kept; waitedMs += LOOK_INTERVAL_MS) {
      // oxlint-disable-next-line no-await-in-loop -- one look after the other
      await new Promise((resolve) => {
        setTimeout(resolve, LOOK_INTERVAL_MS);
      });
    }
    return this.kept?.value;
  }
}
