import { countedAtMost } from '../../shared/sealed/authority-limits';
import type { Limit, LimitKind } from '../../shared/schemas/venue-settings';
import type { LimitFigures, LimitFrom } from '../figures';
import { OverPeriods } from './over-periods';

/** A limit of a subject, and how many people of its number are staff, whom the doors do not count. */
export interface LimitInForce extends Limit {
  staff: number;
}

/** @param staff the venue's staff allowance; 0 for an area */
export const inForce = (limits: readonly Limit[] | undefined, staff: number): LimitInForce[] =>
  (limits ?? []).map((limit) => ({ ...limit, staff }));

const sumOf = (times: readonly { aboveMs: number }[]): number => times.reduce((sum, { aboveMs }) => sum + aboveMs, 0);

/** The time above one limit on one business day, while its figures are built. */
class LimitTime {
  private readonly history: LimitFrom[] = [];
  /** The periods above the versions before. */
  private readonly ended: OverPeriods['list'] = [];
  private over = new OverPeriods();
  private most: number | null = null;

  constructor(private readonly kind: LimitKind) {}

  update(at: number, occupancy: number): void {
    this.over.update(at, occupancy, this.most);
    const version = this.history.at(-1);
    if (version === undefined || occupancy <= version.peak) return;
    version.peak = occupancy;
    version.peakAt = at;
  }

  /** Sets the limit that applies from `at` on; undefined for none. */
  set(at: number, occupancy: number, limit: LimitInForce | undefined): void {
    const { capacity = null, staff = 0, condition = '' } = limit ?? {};
    const last = this.history.at(-1);
    if (last?.capacity === capacity && last.staff === staff && last.condition === condition) return;
    this.endPeriods(at);
    if (last?.at === at) this.history.pop();
    this.history.push({ at, capacity, staff, condition, peak: 0, peakAt: null, aboveMs: 0 });
    this.most = countedAtMost({ capacity, staff });
    this.update(at, occupancy);
  }

  end(until: number): LimitFigures {
    this.endPeriods(until);
    const { kind, history, ended: over } = this;
    return { kind, history, secondsAbove: Math.round(sumOf(history) / 1000), over };
  }

  /** Each period is above one version of the limit, so that its people and number belong together. */
  private endPeriods(at: number): void {
    this.over.end(at);
    const periods = this.over.list.filter(({ from, to }) => to > from);
    const version = this.history.at(-1);
    if (version !== undefined) version.aboveMs = sumOf(periods);
    this.ended.push(...periods);
    this.over = new OverPeriods();
  }
}

/** The limits of one subject on one business day, while its figures are built. Times never decrease. */
export class LimitTimes {
  private readonly kinds = new Map<LimitKind, LimitTime>();

  /** Sets the occupancy that applies from `at` (epoch ms) on. */
  update(at: number, occupancy: number): void {
    for (const time of this.kinds.values()) time.update(at, occupancy);
  }

  /** Sets the limits that apply from `at` on. */
  set(at: number, occupancy: number, limits: readonly LimitInForce[]): void {
    for (const { kind } of limits) if (!this.kinds.has(kind)) this.kinds.set(kind, new LimitTime(kind));
    for (const [kind, time] of this.kinds) {
      time.set(
        at,
        occupancy,
        limits.find((limit) => limit.kind === kind),
      );
    }
  }

  end(until: number): LimitFigures[] {
    return [...this.kinds.values()].map((time) => time.end(until));
  }
}
