import { isoTime } from '../../time/iso-time';
import type { LimitKind } from '../../shared/schemas/venue-settings';
import type { ReportLimit } from '../../shared/schemas/report';
import { countedAtMost } from '../days/limit-times';
import { isOver } from '../days/over-periods';
import type { DayFigures, LimitFrom, SubjectFigures } from '../figures';
import { type ListLimit, OverList } from './over-list';

interface LimitTotal {
  history: ReportLimit['history'];
  seconds: number;
  over: OverList;
  goesOn: boolean;
}

const answered = ({ at, ...limit }: LimitFrom): ReportLimit['history'][number] => ({
  at: isoTime(at),
  ...limit,
  counted: countedAtMost(limit),
});

const isSame = (a: ReportLimit['history'][number], b: LimitFrom): boolean =>
  a.capacity === b.capacity && a.staff === b.staff && a.condition === b.condition;

/** Notes that a limit was removed before a day, when nothing was counted. */
function removed({ history }: LimitTotal, at: number): void {
  const none = { at, capacity: null, staff: 0, condition: '' };
  const last = history.at(-1);
  if (last !== undefined && !isSame(last, none)) history.push(answered(none));
}

/** Adds up the times above each limit of one subject, day by day. */
export class LimitTotals {
  private readonly kinds = new Map<LimitKind, LimitTotal>();

  constructor(private readonly listLimit: ListLimit) {}

  /** Adds the figures of a day. Days must come in order. */
  add(day: DayFigures, { limits = [], closing }: SubjectFigures): void {
    for (const [kind, total] of this.kinds) {
      total.goesOn = false;
      if (limits.every((limit) => limit.kind !== kind)) removed(total, day.startsAt);
    }
    for (const { kind, history, secondsAbove, over } of limits) {
      const total = this.totalOf(kind);
      for (const from of history) {
        const last = total.history.at(-1);
        if (last === undefined || !isSame(last, from)) total.history.push(answered(from));
      }
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
      history,
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
