import type { Clock } from './ports';
import { CLOCK_AHEAD_MAX_MS } from './limits';

/** Taps on their way are not older than that: so long, nobody knows how long, it took until a step back was seen. */
const STEP_SEEN_MS = 1_000;

/**
 * The room's time, in epoch ms: that of `clock`, but where that goes back, the room's goes on at half its pace until it is
 * caught up. More than {@link CLOCK_AHEAD_MAX_MS} ahead it was wrong before, and the room goes back with it at once
 * (docs/decisions/0014).
 *
 * @param since the latest time that the room has written down
 */
export function roomClock(clock: Clock, since: number): Clock {
  let read = since;
  let time = since;
  return () => {
    const before = read;
    read = clock();
    const passed = read < before ? Math.min(before - read, STEP_SEEN_MS) : (read - before) / 2;
    const isAhead = time + passed > read && time + passed - read <= CLOCK_AHEAD_MAX_MS;
    time = isAhead ? time + passed : read;
    return Math.floor(time);
  };
}
