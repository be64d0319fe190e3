import { FAN_OUT_SLICE } from './limits';

/** Does `reach` for all, in slices with a turn of the event loop between them, so that acks never wait behind it. */
export function fanOut<T>(receivers: Iterable<T>, reach: (receiver: T) => void, done: () => void = () => {}): void {
  const all = [...receivers];
  const reachSlice = (from: number): void => {
    for (const receiver of all.slice(from, from + FAN_OUT_SLICE)) reach(receiver);
    if (from + FAN_OUT_SLICE < all.length) setTimeout(() => reachSlice(from + FAN_OUT_SLICE), 0);
    else done();
  };
  reachSlice(0);
}
