import { DAY_MS, HOUR_MS } from '../../src/shared/durations';
import { DEFAULT_DAY_CLOCK, msOfTime } from '../../src/shared/rules/business-day';
import { wallClock } from '../../src/shared/sealed/zoned-time';
import type { PROJECTS } from '../tiers';

/** A run of the tests at another time, in another place. */
export interface Row {
  name: string;
  projects: readonly (typeof PROJECTS)[number][];
  /**
   * Returns the moment (epoch ms) at which the row's clock begins, or which the run has to cross.
   * @param now the real time, epoch ms
   */
  at: (now: number) => number;
  /** The run begins before the moment and must still run after it. */
  isCrossed: boolean;
  timeZone?: string;
  /** A locale of POSIX, such as de_DE.UTF-8. Node and workerd format in it unless told otherwise. */
  language?: string;
}

const VIENNA = 'Europe/Vienna';

/** The next moment at which UTC shows the time, given in ms since midnight. */
const nextAt = (time: number, now: number): number => Math.ceil((now - time) / DAY_MS) * DAY_MS + time;

/** The next moment at which a zone's clocks are set back. */
function summerTimeEnds(timeZone: string, now: number): number {
  const wall = wallClock(timeZone);
  const offset = (at: number) => wall(at) - at;
  let at = Math.ceil(now / HOUR_MS) * HOUR_MS;
  while (offset(at) >= offset(at - HOUR_MS)) at += HOUR_MS;
  return at;
}

const midnight = { at: (now: number) => nextAt(0, now), isCrossed: true };
/** Tests are pinned to UTC (vitest.config.ts), and an event without a schedule is in UTC, too. */
const dayEnds = { at: (now: number) => nextAt(msOfTime(DEFAULT_DAY_CLOCK.reportTime), now), isCrossed: true };
const shifted = (days: number) => ({ at: (now: number) => now + days * DAY_MS, isCrossed: false });

/**
 * The zones and languages are spread over the shifted clocks. A language reaches Node and workerd. A zone reaches Node and
 * Chromium, and not workerd, which is always in UTC.
 */
const TESTS = ['unit', 'room', 'web', 'web/window', 'worker', 'billing'] as const;
const JOURNEYS = ['e2e'] as const;

export const ROWS: readonly Row[] = [
  { name: 'day-later', projects: TESTS, ...shifted(1), timeZone: 'Pacific/Kiritimati', language: 'de_DE.UTF-8' },
  { name: '400-days-later', projects: TESTS, ...shifted(400), timeZone: 'America/St_Johns', language: 'tr_TR.UTF-8' },
  { name: '30-days-earlier', projects: TESTS, ...shifted(-30), timeZone: 'Asia/Kolkata' },
  { name: 'midnight', projects: TESTS, ...midnight, timeZone: 'Europe/Berlin' },
  { name: 'day-ends', projects: TESTS, ...dayEnds },
  {
    name: 'summer-time-ends',
    projects: TESTS,
    at: (now) => summerTimeEnds(VIENNA, now),
    isCrossed: true,
    timeZone: VIENNA,
  },
  { name: 'journeys-day-later', projects: JOURNEYS, ...shifted(1), timeZone: 'Pacific/Kiritimati' },
  { name: 'journeys-midnight', projects: JOURNEYS, ...midnight },
  { name: 'journeys-day-ends', projects: JOURNEYS, ...dayEnds },
];
