import { DEFAULT_RETENTION_MONTHS } from '../limits';

/**
 * Months for which counts are kept, according to the variable RETENTION_MONTHS; the default when it is no positive
 * number.
 */
export function readRetentionMonths(variable: unknown): number {
  const months = Number(variable);
  return months > 0 ? months : DEFAULT_RETENTION_MONTHS;
}
