interface Waiting {
  start: () => void;
  goesFirst: boolean;
}

/**
 * Runs one task at a time, in the order of the calls, but those that go first before the others. A failed task does not
 * stop the others.
 */
export class SerialQueue {
  private readonly waiting: Waiting[] = [];
  private isBusy = false;

  async run<T>(task: () => Promise<T>, { goesFirst = false }: { goesFirst?: boolean } = {}): Promise<T> {
    if (this.isBusy) await new Promise<void>((start) => this.waiting.push({ start, goesFirst }));
    this.isBusy = true;
    try {
      return await task();
    } finally {
      const next = this.takeNext();
      // A task that ends starts the next waiting task itself, so that a new task cannot start first.
      if (next) next.start();
      else this.isBusy = false;
    }
  }

  private takeNext(): Waiting | undefined {
    const first = this.waiting.findIndex((each) => each.goesFirst);
    return this.waiting.splice(Math.max(first, 0), 1)[0];
  }
}
