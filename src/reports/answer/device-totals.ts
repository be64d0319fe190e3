import { isoTime } from '../../time/iso-time';
import { REPORT_QUIET_TIMES_MAX } from '../../shared/reports/limits';
import type { ReportDevice } from '../../shared/schemas/report';
import type { DeviceFigures } from '../figures';
import { DEVICES_MAX, fewerDevices } from '../days/fit-day';

/**
 * How many devices are added up one by one. When days bring more, the half with the fewest taps shares one entry from
 * then on. So a year of days with made-up devices needs no more memory than a day.
 */
const DEVICES_AT_ONCE = 10_000;

const SUMMED = ['ins', 'outs', 'moves', 'taps', 'undone', 'lateTaps'] as const;

/**
 * Adds up devices day by day. Entries with the same device id and the same `isAdmin` are one device. Beyond DEVICES_MAX,
 * the devices with the fewest taps share one entry.
 */
export class DeviceTotals {
  /** How many quiet times of devices are not in the list. */
  quietTimesLeftOut = 0;
  private totals = new Map<string, DeviceFigures>();
  private quietTimes = 0;

  constructor(
    private readonly atOnce = DEVICES_AT_ONCE,
    private readonly quietTimesMax = REPORT_QUIET_TIMES_MAX,
  ) {}

  /** Adds the devices of a day. Days must come in order. */
  add(devices: readonly DeviceFigures[]): void {
    for (const device of devices) {
      const key = keyOf(device);
      const known = this.totals.get(key);
      if (known === undefined) this.totals.set(key, { ...device, quietTimes: this.listed(device) });
      else this.addTo(known, device);
    }
    if (this.totals.size > this.atOnce) this.keep(Math.floor(this.atOnce / 2));
  }

  /** Returns the devices, sorted by name. */
  finish(): ReportDevice[] {
    return fewerDevices([...this.totals.values()], DEVICES_MAX)
      .map(reportDevice)
      .toSorted(byName);
  }

  private addTo(known: DeviceFigures, device: DeviceFigures): void {
    for (const name of SUMMED) known[name] += device[name];
    known.deviceName = device.deviceName ?? known.deviceName;
    known.source = device.source ?? known.source;
    known.firstTapAt = Math.min(known.firstTapAt, device.firstTapAt);
    known.lastTapAt = Math.max(known.lastTapAt, device.lastTapAt);
    known.latestMs = Math.max(known.latestMs, device.latestMs);
    known.quietTimes.push(...this.listed(device));
  }

  /** The device's quiet times of a day, as many as the report may still list. */
  private listed({ quietTimes }: DeviceFigures): DeviceFigures['quietTimes'] {
    const listed = quietTimes.slice(0, this.quietTimesMax - this.quietTimes);
    this.quietTimes += listed.length;
    this.quietTimesLeftOut += quietTimes.length - listed.length;
    return listed;
  }

  private keep(max: number): void {
    const kept = fewerDevices([...this.totals.values()], max);
    this.totals = new Map(kept.map((device) => [keyOf(device), device]));
    this.quietTimes = kept.reduce((sum, { quietTimes }) => sum + quietTimes.length, 0);
  }
}

const keyOf = ({ isOthers, isAdmin, deviceId }: DeviceFigures): string =>
  isOthers ? 'others' : `${isAdmin} ${deviceId}`;

const reportDevice = ({ firstTapAt, lastTapAt, latestMs, quietTimes, ...device }: DeviceFigures): ReportDevice => ({
  ...device,
  firstTapAt: isoTime(firstTapAt),
  lastTapAt: isoTime(lastTapAt),
  latestSeconds: Math.round(latestMs / 1000),
  quietTimes: quietTimes.map(({ from, to }) => ({ from: isoTime(from), to: isoTime(to) })),
});

const byName = (a: ReportDevice, b: ReportDevice): number =>
  Number(a.isOthers ?? false) - Number(b.isOthers ?? false) ||
  (a.deviceName ?? '').localeCompare(b.deviceName ?? '') ||
  (a.deviceId < b.deviceId ? -1 : 1);
