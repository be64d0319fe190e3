import { FAN_OUT_SLICE } from '../limits';

/**
 * Calls `reach` for each receiver. Many receivers are served in slices with a timer in between, so that no ack waits
 * longer than one slice takes.
 */
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
 * Sends news of which only the newest counts. Slices of two fan-outs could overtake each other and deliver the older
 * news last. Therefore one runs at a time, and changes that come meanwhile are sent after it.
 */
export class LatestBroadcast<T> {
  private isFanningOut = false;
  private hasChanged = false;

  /** @param newest what to do with each receiver, for the news as it is now */
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
