import { MINUTE_MS } from '../../shared/durations';
import type { Progress, Timeline } from '../../shared/evacuation/schemas';

/** The pace is that of so much time: a burst at one door does not decide it. */
const PACE_MS = 2 * MINUTE_MS;

/**
 * Returns how far an evacuation or drill is, from its timeline. Every screen and the report have it from here.
 * @param lastedMs until its end, or until now
 */
export function progressOf({ remaining, stepSeconds, assembled }: Timeline, lastedMs: number): Progress {
  const [atStart = 0] = remaining;
  const inside = remaining.at(-1) ?? 0;
  const arrived = assembled.reduce((sum, { people }) => sum + people, 0);
  const steps = Math.min(remaining.length - 1, Math.ceil(PACE_MS / (stepSeconds * 1000)));
  const before = remaining.at(-1 - steps) ?? inside;
  const overMs = Math.min(lastedMs, steps * stepSeconds * 1000);
  const outsPerMinute = overMs <= 0 ? 0 : (Math.max(0, before - inside) / overMs) * MINUTE_MS;
  return {
    unaccounted: Math.max(0, atStart - inside - arrived),
    outsPerMinute: Math.round(outsPerMinute * 10) / 10,
    emptyInMinutes: outsPerMinute === 0 ? null : Math.round((inside / outsPerMinute) * 10) / 10,
  };
}
