import { isoTime } from '../../time/iso-time';
import type { ReportDevice } from '../../shared/schemas/report';
import type { DayFigures, DeviceFigures } from '../figures';
import { DEVICES_MAX, fewerDevices } from '../days/fit-day';

/**
 * The devices of all days, sorted by name. Entries with the same device id and the same `isAdmin` are added up. Beyond
 * DEVICES_MAX, the devices with the fewest taps share one entry at the end.
 */
export function mergeDevices(days: readonly DayFigures[]): ReportDevice[] {
  const merged = new Map<string, DeviceFigures>();
  for (const device of days.flatMap(({ devices }) => devices)) {
    const key = device.isOthers ? 'others' : `${device.isAdmin} ${device.deviceId}`;
    const known = merged.get(key);
    merged.set(key, known === undefined ? device : sumOf(known, device));
  }
  return fewerDevices([...merged.values()], DEVICES_MAX)
    .map(reportDevice)
    .toSorted(byName);
}

/** Adds up one device's figures of an earlier day `a` and a later day `b`. */
const sumOf = (a: DeviceFigures, b: DeviceFigures): DeviceFigures => ({
  ...a,
  deviceName: b.deviceName ?? a.deviceName,
  ins: a.ins + b.ins,
  outs: a.outs + b.outs,
  moves: a.moves + b.moves,
  taps: a.taps + b.taps,
  undone: a.undone + b.undone,
  lastTapAt: b.lastTapAt,
  lateTaps: a.lateTaps + b.lateTaps,
  latestMs: Math.max(a.latestMs, b.latestMs),
  silences: [...a.silences, ...b.silences],
});

const reportDevice = ({ firstTapAt, lastTapAt, latestMs, silences, ...device }: DeviceFigures): ReportDevice => ({
  ...device,
  firstTapAt: isoTime(firstTapAt),
  lastTapAt: isoTime(lastTapAt),
  latestSeconds: Math.round(latestMs / 1000),
  silences: silences.map(({ from, to }) => ({ from: isoTime(from), to: isoTime(to) })),
});

const byName = (a: ReportDevice, b: ReportDevice): number =>
  Number(a.isOthers ?? false) - Number(b.isOthers ?? false) ||
  (a.deviceName ?? '').localeCompare(b.deviceName ?? '') ||
  (a.deviceId < b.deviceId ? -1 : 1);
