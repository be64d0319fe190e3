import { message } from '../messages/message';
import { isCalendarDay } from './business-day';
import { type Checked, invalid, valid } from './checked';
import { momentsShowing, offsetText } from './zoned-time';

export const momentTexts = {
  moment_invalid: () =>
    'Please ask for a moment in at, such as 2026-07-31T23:42 in the event’s time zone, or 2026-07-31T23:42:10+02:00.',
  moment_skipped: (timeZone: string) => `The clocks in ${timeZone} skipped this time. Please ask for another one.`,
  moment_twice: (first: string, second: string) =>
    `The clocks showed this time twice. Please add the offset from UTC: ${first} or ${second}.`,
  moment_future: () => 'This moment is still to come. Please ask for an earlier one.',
  moment_deleted: () => 'The figures of this moment are not kept any more.',
  moment_uncounted: () =>
    'Nothing was counted on the day of this moment, and single taps from so long ago are not kept any more.',
};

/** The second and its fraction may be missing, and so may the offset. A query turns a plus sign into a space. */
const MOMENT =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(\.\d{1,3})?)?(Z|[+\- ](?:[01]\d|2[0-3]):[0-5]\d)?$/;

/**
 * Reads a moment as epoch ms: ISO 8601 with Z or an offset, or a local time of the zone.
 * @throws {RangeError} the time zone does not exist
 */
function readMoment(given: string, timeZone: string): Checked<number> {
  const [, day, hour, minute, second = '00', fraction = '', offset] = MOMENT.exec(given) ?? [];
  if (!isCalendarDay(day)) return invalid(message(momentTexts, 'moment_invalid'));
  const shown = `${day}T${hour}:${minute}:${second}${fraction}`;
  if (offset !== undefined) return valid(Date.parse(shown + offset.replace(' ', '+')));
  const local = Date.parse(`${shown}Z`);
  const [first, other] = momentsShowing(local, timeZone);
  if (first === undefined) return invalid(message(momentTexts, 'moment_skipped', timeZone));
  if (other === undefined) return valid(first);
  return invalid(message(momentTexts, 'moment_twice', offsetText(local - first), offsetText(local - other)));
}

/** Checks a moment for which the occupancy is asked, and returns it as epoch ms. @param now epoch ms */
export function checkMoment(given: string, timeZone: string, now: number): Checked<number> {
  const moment = readMoment(given, timeZone);
  return moment.ok && moment.value > now ? invalid(message(momentTexts, 'moment_future')) : moment;
}
