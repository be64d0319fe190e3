import type { Clock } from '../ports';
import { CLOCK_AHEAD_MAX_MS } from '../limits';

/**
 * When the host's clock steps back, the room's time advances by at most this many ms, so that the taps that arrive next
 * still get later times.
 */
const STEP_SEEN_MS = 1_000;

/**
 * The room's time in epoch ms: the host's clock, except after the host's clock moved backwards. Then the room's time
 * goes on at half speed until the host's clock has caught up. If the room's time is more than {@link
 * CLOCK_AHEAD_MAX_MS} ahead, the host's clock was wrong before, and the room's time steps back with it
 * (docs/decisions/0014).
 * @param since the latest time that the room has stored, epoch ms
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
