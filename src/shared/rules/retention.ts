import { DEFAULT_RETENTION_MONTHS } from '../limits';

/** Months for which counts are kept, as the variable RETENTION_MONTHS says; the default where that is no positive number. */
export function readRetentionMonths(variable: unknown): number {
  const months = Number(variable);
  return months > 0 ? months : DEFAULT_RETENTION_MONTHS;
}
