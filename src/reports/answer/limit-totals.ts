import { isoTime } from '../../time/iso-time';
import { countedAtMost } from '../../shared/sealed/authority-limits';
import type { LimitKind } from '../../shared/schemas/venue-settings';
import type { ReportLimit } from '../../shared/schemas/report';
import { isOver } from '../days/over-periods';
import type { DayFigures, LimitFrom, SubjectFigures } from '../figures';
import { type ListLimit, OverList } from './over-list';

interface LimitTotal {
  history: LimitFrom[];
  seconds: number;
  over: OverList;
  goesOn: boolean;
}

const NO_LIMIT = { capacity: null, staff: 0, condition: '', peak: 0, peakAt: null, aboveMs: 0 };

const answered = ({ at, aboveMs, peakAt, ...limit }: LimitFrom): ReportLimit['history'][number] => ({
  at: isoTime(at),
  ...limit,
  peakAt: peakAt === null ? null : isoTime(peakAt),
  secondsAbove: Math.round(aboveMs / 1000),
  counted: countedAtMost(limit),
});

const isSame = (a: LimitFrom, b: LimitFrom): boolean =>
  a.capacity === b.capacity && a.staff === b.staff && a.condition === b.condition;

/** Adds a version of a day. One that goes on from the day before stays one version. */
function versionFrom({ history }: Pick<LimitTotal, 'history'>, version: LimitFrom): void {
  const last = history.at(-1);
  if (last === undefined || !isSame(last, version)) {
    history.push({ ...version });
    return;
  }
  last.aboveMs += version.aboveMs;
  if (version.peak <= last.peak) return;
  last.peak = version.peak;
  last.peakAt = version.peakAt;
}

/** Adds up the times above each limit of one subject, day by day. */
export class LimitTotals {
  private readonly kinds = new Map<LimitKind, LimitTotal>();

  constructor(private readonly listLimit: ListLimit) {}

  /** Adds the figures of a day. Days must come in order. */
  add(day: DayFigures, { limits = [], closing }: SubjectFigures): void {
    for (const [kind, total] of this.kinds) {
      total.goesOn = false;
      // A limit that was removed before the day, when nothing was counted.
      const isGone = limits.every((limit) => limit.kind !== kind);
      if (isGone) versionFrom(total, { ...NO_LIMIT, at: day.startsAt });
    }
    for (const { kind, history, secondsAbove, over } of limits) {
      const total = this.totalOf(kind);
      for (const version of history) versionFrom(total, version);
      total.seconds += secondsAbove;
      total.over.add(day, { over, seconds: secondsAbove });
      const now = history.at(-1);
      total.goesOn = day.until < day.endsAt && now !== undefined && isOver(closing, countedAtMost(now));
    }
  }

  /** @param isThere whether the subject still existed on the report's last day */
  finish(isThere: boolean): { limits?: ReportLimit[] } {
    if (this.kinds.size === 0) return {};
    const limits = [...this.kinds].map(([kind, { history, seconds, over, goesOn }]) => ({
      kind,
      history: history.map(answered),
      secondsAbove: seconds,
      periods: over.finish(isThere && goesOn),
    }));
    return { limits };
  }

  private totalOf(kind: LimitKind): LimitTotal {
    const known = this.kinds.get(kind);
    if (known !== undefined) return known;
    const total = { history: [], seconds: 0, over: new OverList(this.listLimit), goesOn: false };
    this.kinds.set(kind, total);
    return total;
  }
}
