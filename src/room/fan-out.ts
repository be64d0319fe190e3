import { FAN_OUT_SLICE } from './limits';

/** Does `reach` for all; for many in slices with a timer between them, so that no ack waits for more than a slice. */
export function fanOut<T>(receivers: Iterable<T>, reach: (receiver: T) => void, done: () => void = () => {}): void {
  const all = [...receivers];
  const reachSlice = (from: number): void => {
    for (const receiver of all.slice(from, from + FAN_OUT_SLICE)) reach(receiver);
    if (from + FAN_OUT_SLICE < all.length) setTimeout(() => reachSlice(from + FAN_OUT_SLICE), 0);
    else done();
  };
  reachSlice(0);
}

/**
 * Tells all receivers of something of which only the newest counts. Slices of two fan-outs would overtake each other, so
 * that what is old comes last: one goes at a time, and what changes meanwhile is told after it.
 */
export class News<T> {
  private isFanningOut = false;
  private hasChanged = false;

  /** @param newest what to do with each receiver, for what is to be told now */
  constructor(
    private readonly receivers: () => Iterable<T>,
    private readonly newest: () => (receiver: T) => void,
  ) {}

  tell(): void {
    this.hasChanged = true;
    this.tellNext();
  }

  private tellNext(): void {
    if (this.isFanningOut || !this.hasChanged) return;
    this.hasChanged = false;
    this.isFanningOut = true;
    fanOut(this.receivers(), this.newest(), () => {
      this.isFanningOut = false;
      this.tellNext();
    });
  }
}
