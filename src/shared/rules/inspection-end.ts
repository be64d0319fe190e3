import { DAY_MS, HOUR_MS } from '../durations';
import { INSPECTION_HOURS_MAX } from '../inspections/limits';
import { message } from '../messages/message';
import { type Checked, invalid, valid } from './checked';

export const inspectionEndTexts = {
  inspection_end_invalid: (days: number) => `“Valid until” must be 1 hour to ${days} days from now.`,
};

/** Checks when an inspector's link ends. Both times are epoch ms; NaN is no time. */
export function checkInspectionEnd(endsAt: number, now: number): Checked<number> {
  const [lasts, longest] = [endsAt - now, INSPECTION_HOURS_MAX * HOUR_MS];
  if (lasts >= HOUR_MS && lasts <= longest) return valid(endsAt);
  return invalid(message(inspectionEndTexts, 'inspection_end_invalid', longest / DAY_MS));
}
