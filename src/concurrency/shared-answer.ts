interface Patience {
  /**
   * For how many ms a found value is returned to all callers, counted from when it was asked for. An ask that takes longer
   * counts as lost: a caller never finishes if its client has disconnected.
   */
  keptMs: number;
  /** Up to which age, in ms, others get the old value while one caller asks for a new one; `keptMs` unless given. */
  oldMs?: number;
  /** How many ms a caller waits for what another one asks for. */
  waitMs: number;
}

export interface Dated<T> {
  value: T;
  /** When the value was asked for, epoch ms. */
  foundAt: number;
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

  /** @param kept a value that the creator already has */
  constructor(
    private readonly patience: Patience,
    private kept?: Dated<T>,
  ) {}

  /** Returns the value of {@link readDated}. */
  async read(now: () => number, find: (before: T | undefined) => Promise<T>): Promise<T | undefined> {
    return (await this.readDated(now, find))?.value;
  }

  /**
   * Returns the value if it is at most `keptMs` old. Otherwise one caller asks for a new value, and all others wait for it,
   * or get the old one while it is at most `oldMs` old. If the ask is lost or fails, one of those who wait asks, `keptMs`
   * after the last. Returns undefined after `waitMs` without a value. `now` returns epoch ms.
   * @throws what `find` throws, to the caller that asks
   */
  async readDated(now: () => number, find: (before: T | undefined) => Promise<T>): Promise<Dated<T> | undefined> {
    const { keptMs, oldMs = keptMs, waitMs } = this.patience;
    const before = this.kept;
    for (let waitedMs = 0; ; waitedMs += LOOK_INTERVAL_MS) {
      const { kept } = this;
      const at = now();
      const isFinding = isWithin(keptMs, at - this.findingSince);
      const isNew = kept !== before;
      if (kept && (isNew || isWithin(isFinding ? oldMs : keptMs, at - kept.foundAt))) return kept;
      // oxlint-disable-next-line no-await-in-loop -- it ends the loop
      if (!isFinding) return await this.ask(at, now, find);
      if (waitedMs >= waitMs) return undefined;
      // oxlint-disable-next-line no-await-in-loop -- one look after the other
      await new Promise((resolve) => {
        setTimeout(resolve, LOOK_INTERVAL_MS);
      });
    }
  }

  private async ask(at: number, now: () => number, find: (before: T | undefined) => Promise<T>): Promise<Dated<T>> {
    this.findingSince = at;
    const found = { value: await find(this.kept?.value), foundAt: at };
    const isOutrun = this.kept !== undefined && this.kept.foundAt > at && this.kept.foundAt <= now();
    if (!isOutrun) this.kept = found;
    return found;
  }
}
