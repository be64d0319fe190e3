import { isoTime } from '../../time/iso-time';
import { REPORT_RECOUNTS_MAX } from '../../shared/limits';
import { expectedError, suggestedMargin } from '../counting-error';
import type { Report } from '../../shared/schemas/report';
import type { RecountHistory } from './recount-history';

export interface TrustedReport {
  /** When the report's first day begins, epoch ms. Earlier recounts are not listed. */
  since: number;
  /** For each day: entries plus exits of each of its areas. */
  crossings: readonly (readonly number[])[];
  /** The venue's capacity at the report's end; null without one. */
  capacity: number | null;
  /** The names of the areas by area id. */
  names: ReadonlyMap<string, string>;
}

type Trust = Pick<Report['quality'], 'recounts' | 'recountsLeftOut' | 'countingError'>;

/** Returns what a report says about how far its numbers can be trusted. */
export function reportTrust(history: RecountHistory, { since, crossings, capacity, names }: TrustedReport): Trust {
  const { error } = history;
  const recounts = history.records.filter(({ at }) => at >= since);
  const busiestDay = error && Math.max(0, ...crossings.map((day) => expectedError(error, day)));
  return {
    recounts: recounts.slice(0, REPORT_RECOUNTS_MAX).map(({ at, areaId, drift, crossings: passed }) => ({
      at: isoTime(at),
      areaId,
      areaName: names.get(areaId) ?? null,
      drift,
      crossings: passed,
    })),
    recountsLeftOut: Math.max(0, recounts.length - REPORT_RECOUNTS_MAX),
    countingError:
      error === null || busiestDay === null
        ? null
        : {
            recounts: error.recounts,
            per1000: expectedError(error, [1_000]),
            busiestDay,
            marginPercent: suggestedMargin(busiestDay, capacity),
          },
  };
}
