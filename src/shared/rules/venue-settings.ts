import * as z from 'zod/mini';
import { ALERT_THRESHOLD_MAX, ALERT_THRESHOLDS_MAX, CAPACITY_MAX, SAFETY_MARGIN_MAX_PERCENT } from '../schemas/limits';
import { type NewVenueSettings, NewVenueSettingsSchema } from '../schemas/venue-settings';
import { type Message, message } from '../messages/message';
import { type Checked, invalid, type Unchecked, valid } from './checked';
import { checkLimits } from './limits/check-limits';
import { checkEmergency } from './emergency';
import { limitedVenue } from './limits/lowest';
import { usableCapacity } from './venue-capacity';
import { ENGLISH_LOCALE } from '../languages';

const NAMES = { capacity: 'Venue limit', staffAllowance: 'Staff allowance' };
/** The fields that hold a number of people. */
export type VenueField = keyof typeof NAMES;

export const venueTexts = {
  venue_people_invalid: (field: VenueField, min: number, max: number) =>
    `${NAMES[field]} must be a whole number from ${min} to ${max.toLocaleString(ENGLISH_LOCALE)}.`,
  follows_invalid: () => 'followsExpectedError must be true or false.',
  safety_margin_invalid: (max: number) => `Safety margin must be a whole number from 0 to ${max} percent.`,
  alerts_invalid: (count: number, max: number) =>
    `Alerts need at most ${count} whole numbers from 1 to ${max} percent.`,
  alerts_not_rising: () => 'Each alert must be at a higher percentage than the one before.',
  no_places_left: () => 'Staff allowance and safety margin leave no places for guests.',
};

const { capacity, staffAllowance, safetyMarginPercent, followsExpectedError, alertThresholds } =
  NewVenueSettingsSchema.shape;

/** The schema of each field, and the error for other values. */
const FIELDS: readonly (readonly [field: keyof NewVenueSettings, schema: z.ZodMiniType, error: Message])[] = [
  ['capacity', capacity, message(venueTexts, 'venue_people_invalid', 'capacity', 1, CAPACITY_MAX)],
  ['staffAllowance', staffAllowance, message(venueTexts, 'venue_people_invalid', 'staffAllowance', 0, CAPACITY_MAX)],
  ['safetyMarginPercent', safetyMarginPercent, message(venueTexts, 'safety_margin_invalid', SAFETY_MARGIN_MAX_PERCENT)],
  ['followsExpectedError', followsExpectedError, message(venueTexts, 'follows_invalid')],
  [
    'alertThresholds',
    alertThresholds,
    message(venueTexts, 'alerts_invalid', ALERT_THRESHOLDS_MAX, ALERT_THRESHOLD_MAX),
  ],
];

/**
 * Checks all of an event's venue settings. They must leave a place for at least one guest, also below the lowest of the
 * limits.
 */
export function checkVenueSettings(given: Unchecked<NewVenueSettings>): Checked<NewVenueSettings> {
  for (const [field, schema, error] of FIELDS) {
    if (!z.safeParse(schema, given[field]).success) return invalid(error);
  }
  const limits = checkLimits(given.limits ?? []);
  if (!limits.ok) return limits;
  const emergency = checkEmergency(given.emergency);
  if (!emergency.ok) return emergency;
  const parsed = z.parse(NewVenueSettingsSchema, { ...given, limits: limits.value, emergency: emergency.value });
  const { limits: _given, followsExpectedError: follows = false, emergency: _checked, ...others } = parsed;
  const settings = {
    ...others,
    ...(follows && { followsExpectedError: true }),
    ...(limits.value.length > 0 && { limits: limits.value }),
    ...(emergency.value !== undefined && { emergency: emergency.value }),
  };
  if (settings.alertThresholds.some((threshold, i, all) => threshold <= (all[i - 1] ?? 0)))
    return invalid(message(venueTexts, 'alerts_not_rising'));
  return usableCapacity(limitedVenue(settings)) === 0
    ? invalid(message(venueTexts, 'no_places_left'))
    : valid(settings);
}
