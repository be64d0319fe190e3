import type { Report } from '../../../../../src/shared/schemas/report';
import { formatCount, formatPercent } from '../../../texts/format';
import { reportTexts } from '../../../texts/report-texts';

/**
 * Says how many staff are subtracted from the venue's capacity to get the number of guests, and which safety margin the
 * doors keep free besides; null without both.
 */
export function guestsLeftOf({ venueSettings }: Report): string | null {
  if (!venueSettings || venueSettings.capacity === null) return null;
  const { capacity, safetyMarginPercent, staffAllowance } = venueSettings;
  const words = reportTexts.tables;
  const parts = [
    ...(staffAllowance > 0 ? [words.guestsOf(formatCount(capacity), words.staff(formatCount(staffAllowance)))] : []),
    ...(safetyMarginPercent > 0 ? [words.margin(formatPercent(safetyMarginPercent))] : []),
  ];
  return parts.length === 0 ? null : parts.join('; ');
}
