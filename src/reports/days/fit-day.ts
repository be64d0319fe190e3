import type { DayFigures, DeviceFigures, OverPeriod, SubjectFigures } from '../figures';

/**
 * Devices that a report lists, those with the most taps: as many as a room serves (docs/cost.md). Invented device ids
 * have no limit.
 */
export const DEVICES_MAX = 2_000;

/** How much detail a day keeps, less and less; devices go first, because the time over capacity matters more. */
const DETAIL = [
  { devices: DEVICES_MAX, overPeriods: Infinity },
  { devices: 500, overPeriods: Infinity },
  { devices: 50, overPeriods: Infinity },
  { devices: 0, overPeriods: 50 },
  { devices: 0, overPeriods: 0 },
] as const;

/** All other devices as one. */
const OTHERS: DeviceFigures = {
  deviceId: '',
  deviceName: null,
  isAdmin: false,
  isOthers: true,
  ins: 0,
  outs: 0,
  moves: 0,
  taps: 0,
  undone: 0,
  firstTapAt: Infinity,
  lastTapAt: 0,
  lateTaps: 0,
  latestMs: 0,
  silences: [],
};

/** The devices with the most taps, in their order, and the others as one entry at the end: all sums stay. */
export function fewerDevices(devices: readonly DeviceFigures[], max: number): DeviceFigures[] {
  const named = devices.filter(({ isOthers }) => !isOthers);
  const kept = new Set(named.toSorted((a, b) => b.taps - a.taps).slice(0, max));
  const others = devices.filter((device) => !kept.has(device));
  if (others.length === 0) return [...devices];
  return [...named.filter((device) => kept.has(device)), others.reduce(together, OTHERS)];
}

/** Silences belong to one device; for many devices together they mean nothing. */
const together = (a: DeviceFigures, b: DeviceFigures): DeviceFigures => ({
  ...OTHERS,
  ins: a.ins + b.ins,
  outs: a.outs + b.outs,
  moves: a.moves + b.moves,
  taps: a.taps + b.taps,
  undone: a.undone + b.undone,
  firstTapAt: Math.min(a.firstTapAt, b.firstTapAt),
  lastTapAt: Math.max(a.lastTapAt, b.lastTapAt),
  lateTaps: a.lateTaps + b.lateTaps,
  latestMs: Math.max(a.latestMs, b.latestMs),
});

/** The longest periods, in their order. The total time over capacity stays in `secondsAbove`. */
function fewerOverPeriods<T extends SubjectFigures>(subject: T, max: number): T {
  if (subject.over.length <= max) return subject;
  const lengthOf = ({ from, to }: OverPeriod): number => to - from;
  const kept = new Set(subject.over.toSorted((a, b) => lengthOf(b) - lengthOf(a)).slice(0, max));
  return { ...subject, over: subject.over.filter((period) => kept.has(period)) };
}

/** A day with less and less detail, so that it fits into a row. Sums, peaks and intervals are exact in each of them. */
export function* everSmaller(figures: DayFigures): Generator<DayFigures, undefined> {
  for (const { devices, overPeriods } of DETAIL) {
    yield {
      ...figures,
      devices: fewerDevices(figures.devices, devices),
      venue: fewerOverPeriods(figures.venue, overPeriods),
      areas: figures.areas.map((area) => fewerOverPeriods(area, overPeriods)),
    };
  }
}
