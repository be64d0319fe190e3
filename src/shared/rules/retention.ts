import { SETTINGS } from '../settings';

/**
 * Reads from the variable RETENTION_MONTHS how many months reports are kept. Returns the default if it is not a
 * positive number.
 */
export function readRetentionMonths(variable: unknown): number {
  const months = Number(variable);
  return months > 0 ? months : SETTINGS.RETENTION_MONTHS.default;
}
