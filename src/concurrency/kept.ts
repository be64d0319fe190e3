interface Patience {
  /** How long a found value is returned to everyone. */
  keptMs: number;
  /** How long the first caller may take. If its client has gone away, its search may never end. */
  waitMs: number;
}

const LOOK_INTERVAL_MS = 50;

/** If the clock moved backwards, the age is unknown. */
const isWithin = (limitMs: number, ageMs: number): boolean => ageMs >= 0 && ageMs < limitMs;

/**
 * Shares one caller's result with all others for a while, so that repeated questions cause no load. Only the result is
 * shared: workerd lets no call wait for another call's reads.
 */
export class Kept<T> {
  private findingSince = -Infinity;

  /** @param kept a value that is known already, and since when */
  constructor(
    private readonly patience: Patience,
    private kept?: { value: T; foundAt: number },
  ) {}

  /**
   * Returns the value that was found at most `keptMs` ago. While one caller looks for a new value, all others get the old one.
   * Returns undefined when no value is known yet and the caller that looks for it does not finish. `now` returns epoch ms.
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

  /** A value that another call is about to find. */
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
