import { FAN_OUT_AT_ONCE, FAN_OUT_SLICE } from './limits';

/** Does `reach` for all; for many in slices with a turn of the event loop between them, so that acks never wait behind it. */
export function fanOut<T>(receivers: Iterable<T>, reach: (receiver: T) => void, done: () => void = () => {}): void {
  const all = [...receivers];
  const size = all.length > FAN_OUT_AT_ONCE ? FAN_OUT_SLICE : FAN_OUT_AT_ONCE;
  const reachSlice = (from: number): void => {
    for (const receiver of all.slice(from, from + size)) reach(receiver);
    if (from + size < all.length) setTimeout(() => reachSlice(from + size), 0);
    else done();
  };
  reachSlice(0);
}
