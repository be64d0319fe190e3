import * as z from 'zod/mini';
import { NOTICE_TEXT_MAX_LENGTH, NOTICE_TITLE_MAX_LENGTH, TARGET_MINUTES_MAX } from '../evacuation/limits';
import { UNCONFIRMED_MINUTES, UNCONFIRMED_MINUTES_MAX } from '../orders/limits';
import { message } from '../messages/message';
import { UNUSABLE } from '../visible-text';
import type { Event } from '../schemas/event';
import { type Emergency, NewEmergencySchema } from '../schemas/venue-settings';
import { type Checked, invalid, valid } from './checked';

export const emergencyTexts = {
  notice_invalid: (title: number, text: number) =>
    `What displays say in an evacuation needs a title of at most ${title} and a text of at most ${text} characters.`,
  drill_shows_invalid: () => 'drillShows must be “exercise” or “numbers”.',
  unconfirmed_minutes_invalid: (max: number) =>
    `The minutes after which an unconfirmed order is told must be a whole number from 1 to ${max}.`,
  target_minutes_invalid: (max: number) =>
    `The minutes in which everybody is to be out must be a whole number from 1 to ${max}.`,
};

/** What holds until an organizer decides otherwise. */
const DEFAULT_EMERGENCY: Emergency = {
  notice: null,
  drillShows: 'exercise',
  unconfirmedMinutes: UNCONFIRMED_MINUTES,
  targetMinutes: null,
};

/** What the event's organizer has decided for evacuations, drills and orders. */
export const emergencyOf = (event: Pick<Event, 'venue'>): Emergency => event.venue?.emergency ?? DEFAULT_EMERGENCY;

const { notice: WordsSchema, drillShows: ShowsSchema, targetMinutes: TargetSchema } = NewEmergencySchema.shape;

/** Checks what an organizer decides. Undefined stays undefined: what is stored stays. */
export function checkEmergency(given: unknown): Checked<Emergency | undefined> {
  if (given === undefined) return valid(undefined);
  const fields = z.safeParse(z.looseObject({}), given);
  const { notice = null, drillShows, unconfirmedMinutes, targetMinutes } = fields.success ? fields.data : {};
  const words = z.safeParse(WordsSchema, notice);
  if (!words.success || UNUSABLE.test(`${words.data?.title} ${words.data?.text}`))
    return invalid(message(emergencyTexts, 'notice_invalid', NOTICE_TITLE_MAX_LENGTH, NOTICE_TEXT_MAX_LENGTH));
  if (!z.safeParse(ShowsSchema, drillShows).success) return invalid(message(emergencyTexts, 'drill_shows_invalid'));
  if (!z.safeParse(TargetSchema, targetMinutes).success)
    return invalid(message(emergencyTexts, 'target_minutes_invalid', TARGET_MINUTES_MAX));
  const target = targetMinutes === undefined ? {} : { targetMinutes };
  const all = z.safeParse(NewEmergencySchema, { notice, drillShows, unconfirmedMinutes, ...target });
  return all.success
    ? valid(all.data)
    : invalid(message(emergencyTexts, 'unconfirmed_minutes_invalid', UNCONFIRMED_MINUTES_MAX));
}
