import * as z from 'zod/mini';
import { isoTime } from '../../time/iso-time';
import { REPORT_RECOUNTS_MAX } from '../../shared/reports/limits';
import type { Report } from '../../shared/schemas/report';
import {
  type CountedStretch,
  type CountingError,
  countingError,
  expectedError,
  suggestedMargin,
} from '../counting-error';
import type { JournalFact } from '../facts';

/** A recount. Times are epoch ms. */
export interface RecountRecord {
  at: number;
  areaId: string;
  /** The recounted number minus the number before. */
  drift: number;
  /** Ins plus outs since the reset or recount before; null if that is not known. */
  crossings: number | null;
}

/** When an area was last reset or recounted, and its ins plus outs by then; null for what is not known. */
interface LastSet {
  at: number | null;
  isRecounted: boolean;
  crossings: number | null;
}

const UNKNOWN: LastSet = { at: null, isRecounted: false, crossings: null };
const AreaIdSchema = z.string();
const CountSchema = z.int();

/** The crossings between two totals. An undo can lower the totals below those of a recount before it. */
const between = (before: number | null, after: number | null): number | null =>
  before === null || after === null ? null : Math.max(0, after - before);

/** Follows an event's resets and recounts through its journal. */
export class RecountHistory {
  readonly records: RecountRecord[] = [];
  private readonly last = new Map<string, LastSet>();
  /** The most crossings of an area between two of its resets or recounts. */
  private readonly longest = new Map<string, number>();

  /** Adds one entry; entries must come in order. Throws on an entry that no room can have written. */
  add({ kind, at, areaId, before, after, crossings }: JournalFact): void {
    const isRecounted = kind === 'occupancy_recounted';
    if (kind === 'area_added') {
      const id = z.parse(AreaIdSchema, areaId);
      // A restore of the database brings a deleted area back, with the totals that it had.
      this.last.set(id, this.last.has(id) ? UNKNOWN : { ...UNKNOWN, crossings: 0 });
    }
    if (!isRecounted && kind !== 'occupancy_reset') return;
    const id = z.parse(AreaIdSchema, areaId);
    const passed = between(this.lastOf(id).crossings, crossings);
    if (isRecounted) {
      const drift = z.parse(CountSchema, after) - z.parse(CountSchema, before);
      this.records.push({ at, areaId: id, drift, crossings: passed });
    }
    this.longest.set(id, Math.max(this.longest.get(id) ?? 0, passed ?? 0));
    this.last.set(id, { at, isRecounted, crossings });
  }

  /** Returns null while too few recounts are known. */
  get error(): CountingError | null {
    return countingError(
      this.records.flatMap(({ drift, crossings }): CountedStretch[] =>
        crossings === null ? [] : [{ drift, crossings }],
      ),
    );
  }

  /**
   * Returns what happened in an area since its last reset or recount.
   * @param total its ins plus outs since it was created
   */
  since(areaId: string, total: number): LastSet {
    const last = this.lastOf(areaId);
    return { ...last, crossings: between(last.crossings, total) };
  }

  /**
   * Returns the most people who passed in an area between two of its resets or recounts, or since the last one.
   * @param total its ins plus outs since it was created
   */
  longestStretch(areaId: string, total: number): number {
    return Math.max(this.longest.get(areaId) ?? 0, this.since(areaId, total).crossings ?? 0);
  }

  private lastOf(areaId: string): LastSet {
    return this.last.get(areaId) ?? UNKNOWN;
  }
}

/** A report, as far as its numbers' trust depends on it. */
interface TrustedReport {
  /** When the report's first day begins, epoch ms. Earlier recounts are not listed. */
  since: number;
  /** For each day: ins plus outs of each of its areas. */
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
