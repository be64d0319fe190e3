import type { Report } from '../../../../../src/shared/schemas/report';
import { formatCount, formatPercent } from '../../../texts/format';
import { reportTexts } from '../../../texts/report-texts';

/** Says what is subtracted from the venue's capacity to get the number of guests; null if nothing is. */
export function guestsLeftOf({ venueSettings }: Report): string | null {
  if (!venueSettings || venueSettings.capacity === null) return null;
  const { capacity, safetyMarginPercent, staffAllowance } = venueSettings;
  const words = reportTexts.tables;
  const taken = [
    ...(safetyMarginPercent > 0 ? [words.margin(formatPercent(safetyMarginPercent))] : []),
    ...(staffAllowance > 0 ? [words.staff(formatCount(staffAllowance))] : []),
  ];
  const [first, second] = taken;
  if (first === undefined) return null;
  return words.guestsOf(formatCount(capacity), second === undefined ? first : words.both(first, second));
}
