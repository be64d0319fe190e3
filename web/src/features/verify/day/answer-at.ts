import { DAY_MS } from '../../../../../src/shared/durations';
import { isExceeded } from '../../../../../src/shared/sealed/authority-limits';
import { momentsShowing } from '../../../../../src/shared/sealed/zoned-time';
import type { LimitKind } from '../../../../../src/shared/schemas/venue-settings';
import type { AreaReport, DayReport, SubjectReport } from './day-report';
import { type DayRecords, peopleAt } from './people-at';

/** A limit of an authority at a moment. It counts everybody, also the staff, whom the doors do not count. */
interface LimitThen {
  kind: LimitKind;
  capacity: number;
  isAbove: boolean;
}

export interface Place {
  /** Null for the venue, like the name. */
  areaId: string | null;
  name: string | null;
  people: number;
  /** The number of staff that the venue's limits include; 0 for an area. */
  staff: number;
  limits: LimitThen[];
}

/** How many people were inside at a moment, by a pack's own files. The venue comes first. */
export interface PackAnswer {
  /** Epoch ms. */
  at: number;
  places: Place[];
}

/** Returns the moments (epoch ms) of a day at which its clocks showed a time: mostly one. @param time HH:mm or HH:mm:ss */
export function momentsOf({ startsAt, endsAt }: DayReport, timeZone: string, time: string): number[] {
  const clock = Date.parse(`1970-01-01T${time}Z`);
  if (Number.isNaN(clock)) return [];
  const first = Math.floor(startsAt / DAY_MS) - 1;
  const last = Math.floor(endsAt / DAY_MS) + 1;
  const moments = new Set<number>();
  for (let date = first; date <= last; date++) {
    for (const at of momentsShowing(date * DAY_MS + clock, timeZone)) {
      if (at >= startsAt && at < endsAt) moments.add(at);
    }
  }
  return [...moments].toSorted((a, b) => a - b);
}

const VENUE = { areaId: null, areaName: null };

function place(
  { areaId, areaName: name }: Pick<AreaReport, 'areaId' | 'areaName'> | typeof VENUE,
  { limits = [] }: SubjectReport,
  people: number,
  at: number,
): Place {
  const then = limits.flatMap(({ kind, history }) => {
    const { capacity = null, staff = 0 } = history.findLast((change) => change.at <= at) ?? {};
    return capacity === null ? [] : [{ kind, capacity, staff, isAbove: isExceeded({ capacity, staff, peak: people }) }];
  });
  return { areaId, name, people, staff: then[0]?.staff ?? 0, limits: then.map(({ staff: _all, ...limit }) => limit) };
}

/** Whether an area was there at a moment: it had a capacity or none by then, and was not deleted yet. */
const isThere = ({ deletedAt, capacities }: AreaReport, at: number): boolean =>
  (deletedAt === null || deletedAt > at) && (capacities[0]?.at ?? 0) <= at;

/** Returns how many people were in the venue and in each area; null if a line of the ledger cannot be read. */
export function answerAt(records: DayRecords, at: number): PackAnswer | null {
  const people = peopleAt(records, at);
  const { venue, areas } = records.report;
  const sum = [...people.values()].reduce((all, one) => all + one, 0);
  if (!Number.isFinite(sum)) return null;
  const places = areas
    .filter((area) => isThere(area, at))
    .map((area) => place(area, area, people.get(area.areaId) ?? 0, at));
  return { at, places: [place(VENUE, venue, sum, at), ...places] };
}

/**
 * Answers how many people were inside at a time of a day: for each moment at which the clocks showed it. Otherwise says
 * why there is no answer.
 * @param records null if the day's files cannot be read
 */
export function askDay(
  records: DayRecords | null,
  timeZone: string,
  time: string,
): PackAnswer[] | 'unreadable' | 'incomplete' | 'skipped' {
  if (records === null) return 'unreadable';
  const moments = momentsOf(records.report, timeZone, time);
  if (moments.length === 0) return time === '' ? 'incomplete' : 'skipped';
  const answers = moments.flatMap((at) => answerAt(records, at) ?? []);
  return answers.length === 0 ? 'unreadable' : answers;
}
