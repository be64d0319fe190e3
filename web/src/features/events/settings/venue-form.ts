import { ALERT_THRESHOLDS_MAX } from '../../../../../src/shared/limits';
import { parseCapacity } from '../../../../../src/shared/rules/capacity';
import type { Checked } from '../../../../../src/shared/rules/checked';
import { checkVenueSettings } from '../../../../../src/shared/rules/venue-settings';
import type { VenueSettings } from '../../../../../src/shared/schemas/venue-settings';

/** The fields as they are typed. An empty capacity means none; an empty threshold is not used. */
export interface VenueFields {
  readonly capacity: string;
  readonly staffAllowance: string;
  readonly safetyMarginPercent: string;
  readonly thresholds: readonly string[];
}

const shown = (value: number | null): string => (value === null ? '' : String(value));

export const fieldsOf = (settings: VenueSettings): VenueFields => ({
  capacity: shown(settings.capacity),
  staffAllowance: shown(settings.staffAllowance),
  safetyMarginPercent: shown(settings.safetyMarginPercent),
  thresholds: Array.from({ length: ALERT_THRESHOLDS_MAX }, (_, i) => shown(settings.alertThresholds[i] ?? null)),
});

const isFilled = (text: string): boolean => text.trim() !== '';
/** Nobody has to type a 0. */
const orNone = (text: string): number => (isFilled(text) ? parseCapacity(text) : 0);

/** Thresholds may come in any order and twice. */
export function checkFields(fields: VenueFields): Checked<VenueSettings> {
  const thresholds = fields.thresholds.filter(isFilled).map(parseCapacity);
  return checkVenueSettings({
    capacity: isFilled(fields.capacity) ? parseCapacity(fields.capacity) : null,
    staffAllowance: orNone(fields.staffAllowance),
    safetyMarginPercent: orNone(fields.safetyMarginPercent),
    alertThresholds: [...new Set(thresholds)].toSorted((a, b) => a - b),
  });
}
