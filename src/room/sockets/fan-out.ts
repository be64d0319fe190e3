import { FAN_OUT_SLICE } from './limits';

/**
 * Calls `reach` for each receiver. Many receivers are served in slices of FAN_OUT_SLICE with a timer in between, so
 * that no ack waits longer than one slice takes.
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
 * Sends a value of which only the newest matters. Slices of two fan-outs could overtake each other and deliver the
 * older value last. So one fan-out runs at a time, and a change that comes during it is sent afterwards.
 */
export class LatestBroadcast<T> {
  private isFanningOut = false;
  private hasChanged = false;

  /** @param newest returns the function that sends the present value to a receiver */
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
