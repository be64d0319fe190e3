import { DAY_MS } from '../../src/shared/durations';

/**
 * The moments that tests use as the present. They follow from the real clock and lie more than a year ahead of it, so
 * no alarm that a room or a hub sets for them rings by itself, in whichever year the tests run.
 */

/** The moment (epoch ms) at which UTC shows this time, HH:MM or longer, on this day, YYYY-MM-DD. */
export const moment = (day: string, time: string): number => Date.parse(`${day}T${time}Z`);

/** The same moment as {@link moment}, as JSON has it. */
export const iso = (day: string, time: string): string => new Date(moment(day, time)).toISOString();

/** The date that many days later, or earlier when `days` is negative. */
export const dayAfter = (day: string, days: number): string =>
  new Date(moment(day, '00:00') + days * DAY_MS).toISOString().slice(0, 10);

/** Today. */
export const REAL_DAY = new Date().toISOString().slice(0, 10);

/** The year in which most tests take place. */
const YEAR = Number(REAL_DAY.slice(0, 4)) + 2;

const MID_JUNE = `${YEAR}-06-15`;
const daysToFriday = (12 - new Date(moment(MID_JUNE, '00:00')).getUTCDay()) % 7;

/** A Friday in the middle of June, when Europe and North America have summer time. */
export const FRIDAY = dayAfter(MID_JUNE, daysToFriday);
export const SATURDAY = dayAfter(FRIDAY, 1);
export const SUNDAY = dayAfter(FRIDAY, 2);
export const FRIDAY_EVENING = moment(FRIDAY, '18:00');
export const FRIDAY_NIGHT = moment(FRIDAY, '22:00');

/** The end of Friday as a business day of an event without a schedule. */
export const FRIDAY_ENDS = moment(SATURDAY, '06:00');
