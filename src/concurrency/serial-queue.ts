interface Waiting {
  start: () => void;
  isUrgent: boolean;
}

/**
 * Runs one task at a time: urgent tasks first, otherwise in the order of the calls. A failed task does not stop the
 * others.
 */
export class SerialQueue {
  private readonly waiting: Waiting[] = [];
  private isBusy = false;

  async run<T>(task: () => Promise<T>, { isUrgent = false }: { isUrgent?: boolean } = {}): Promise<T> {
    if (this.isBusy) await new Promise<void>((start) => this.waiting.push({ start, isUrgent }));
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
    const urgent = this.waiting.findIndex((each) => each.isUrgent);
    return this.waiting.splice(Math.max(urgent, 0), 1)[0];
  }
}
