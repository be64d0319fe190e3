import type { Report } from '../../../../src/shared/schemas/report';

/**
 * The interval in ms at which the report of a running day is loaded again, because no socket sends it. A large report
 * is loaded less often.
 */
export const REPORT_EVERY_MS = 15_000;
const LARGE_REPORT_EVERY_MS = 60_000;
/**
 * The sizes from which a report is large. The room reads the running day again on each call, and the whole report is
 * sent each time.
 */
const LARGE = { ledgerRows: 20_000, cells: 200_000 } as const;

/** Returns the interval of updates in ms; false if the report no longer changes. */
export function reportEvery({ isFinal, days, quality, intervalStarts, areas }: Report): number | false {
  if (isFinal && days.length > 0) return false;
  const cells = intervalStarts.length * (areas.length + 1);
  const isLarge = quality.ledgerRows > LARGE.ledgerRows || cells > LARGE.cells;
  return isLarge ? LARGE_REPORT_EVERY_MS : REPORT_EVERY_MS;
}
