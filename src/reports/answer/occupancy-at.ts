import { SLOT_MS } from '../../shared/reports/limits';
import { percentOfCapacity } from '../../shared/sealed/rounded-share';
import type { MomentSubject, OccupancyAt } from '../../shared/schemas/report';
import type { LateChange, LateChanges } from '../days/late-changes';
import type { AreaFigures, DayFigures, SubjectFigures } from '../figures';
import { limitOrNull } from '../days/over-periods';
import { capacityBefore } from './capacity-history';

type Answer = Pick<OccupancyAt, 'precision' | 'venue' | 'areas'>;

function subjectOf(
  [lowest, highest]: [number, number],
  capacity: number | null,
  late: MomentSubject['late'],
): MomentSubject {
  const occupancy = lowest === highest ? lowest : null;
  return {
    occupancy,
    lowest,
    highest,
    capacity,
    percent: occupancy === null ? null : percentOfCapacity(occupancy, capacity),
    knownThen: late === null ? null : lowest - late.change,
    late,
  };
}

/** The capacity that was set by `at` (epoch ms); null for no limit, and before the first one: the area was not there yet. */
const capacitySetBy = ({ capacities }: SubjectFigures, at: number): number | null =>
  limitOrNull(capacityBefore(at + 1, capacities, at));

const NOTHING: LateChange = { ins: 0, outs: 0, movedIn: 0, movedOut: 0, change: 0 };

/** The venue's late taps: those of its areas, without transfers between them. */
function venueLate(areas: readonly AreaFigures[], changes: LateChanges): NonNullable<MomentSubject['late']> {
  const sums = { ins: 0, outs: 0, change: 0 };
  for (const { areaId } of areas) {
    const { ins, outs, movedIn, movedOut, change } = changes.get(areaId) ?? NOTHING;
    sums.ins += ins - movedIn;
    sums.outs += outs - movedOut;
    sums.change += change;
  }
  return sums;
}

/**
 * Returns how many people were inside at the end of figures that end at the moment.
 * @param changes null if late taps from before the moment are not kept
 */
export function exactAnswer(figures: DayFigures, changes: LateChanges | null): Answer {
  const { until, venue } = figures;
  const areas = figures.areas.filter(({ deletedAt }) => deletedAt === null);
  const subject = (of: SubjectFigures, late: MomentSubject['late']) =>
    subjectOf([of.closing, of.closing], capacitySetBy(of, until), late);
  return {
    precision: 'second',
    venue: subject(venue, changes && venueLate(areas, changes)),
    areas: areas.map((area) => {
      const { ins, outs, change } = changes?.get(area.areaId) ?? NOTHING;
      return { areaId: area.areaId, areaName: area.areaName, ...subject(area, changes && { ins, outs, change }) };
    }),
  };
}

/** The lowest and the highest occupancy in the slot that contains `at` (epoch ms). */
function boundsAt({ opening, slots }: SubjectFigures, startsAt: number, at: number): [number, number] {
  const number = Math.floor((at - startsAt) / SLOT_MS);
  const slot = slots.findLast((each) => each[0] <= number);
  if (slot === undefined) return [opening, opening];
  return slot[0] === number ? [slot[3], slot[4]] : [slot[5], slot[5]];
}

/**
 * Returns between which numbers the occupancy was at `at` (epoch ms), from the slots of the day. An area's name is the
 * one at the day's end.
 */
export function slotAnswer({ startsAt, venue, areas }: DayFigures, at: number): Answer {
  const subject = (of: SubjectFigures) => subjectOf(boundsAt(of, startsAt, at), capacitySetBy(of, at), null);
  const isThere = ({ deletedAt, capacities }: AreaFigures): boolean =>
    (deletedAt === null || deletedAt > at) && (capacities[0]?.at ?? 0) <= at;
  return {
    precision: 'fiveMinutes',
    venue: subject(venue),
    areas: areas.filter(isThere).map((area) => ({ areaId: area.areaId, areaName: area.areaName, ...subject(area) })),
  };
}
