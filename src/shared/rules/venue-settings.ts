import * as z from 'zod/mini';
import { ALERT_THRESHOLD_MAX, ALERT_THRESHOLDS_MAX, CAPACITY_MAX, SAFETY_MARGIN_MAX_PERCENT } from '../limits';
import { NewVenueSettingsSchema, type VenueSettings } from '../schemas/venue-settings';
import { type Checked, invalid, type Unchecked, valid } from './checked';
import { usableCapacity } from './venue-capacity';

const MAX_PEOPLE = CAPACITY_MAX.toLocaleString('en-US');

const { capacity, staffAllowance, safetyMarginPercent, alertThresholds } = NewVenueSettingsSchema.shape;

/** The schema of each field, and the error text for other values. */
const FIELDS: readonly (readonly [field: keyof VenueSettings, schema: z.ZodMiniType, text: string])[] = [
  ['capacity', capacity, `Venue capacity must be a whole number from 1 to ${MAX_PEOPLE}.`],
  ['staffAllowance', staffAllowance, `Staff allowance must be a whole number from 0 to ${MAX_PEOPLE}.`],
  [
    'safetyMarginPercent',
    safetyMarginPercent,
    `Safety margin must be a whole number from 0 to ${SAFETY_MARGIN_MAX_PERCENT} percent.`,
  ],
  [
    'alertThresholds',
    alertThresholds,
    `Alerts need at most ${ALERT_THRESHOLDS_MAX} whole numbers from 1 to ${ALERT_THRESHOLD_MAX} percent.`,
  ],
];
const NOT_RISING = 'Each alert must be at a higher percentage than the one before.';
const NO_PLACES = 'Staff allowance and safety margin leave no places for guests.';

/** Checks all of an event's venue settings. They must leave a place for at least one guest. */
export function checkVenueSettings(given: Unchecked<VenueSettings>): Checked<VenueSettings> {
  for (const [field, schema, text] of FIELDS) {
    if (!z.safeParse(schema, given[field]).success) return invalid(text);
  }
  const settings = z.parse(NewVenueSettingsSchema, given);
  if (settings.alertThresholds.some((threshold, i, all) => threshold <= (all[i - 1] ?? 0))) return invalid(NOT_RISING);
  return usableCapacity(settings) === 0 ? invalid(NO_PLACES) : valid(settings);
}
