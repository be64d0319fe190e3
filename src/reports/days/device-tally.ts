import { HOUR_MS, MINUTE_MS } from '../../shared/durations';
import { LATE_MS, DEVICE_QUIET_MS } from '../../shared/reports/limits';
import type { ClientFact } from '../facts';
import type { DeviceFigures, QualityFigures } from '../figures';

/** What the device figures need of one tap, or of a whole run without tap times. */
export interface Tapped {
  /** When the tap counts, epoch ms. */
  at: number;
  /** The number of taps; 0 for the second row of a transfer, because a transfer is one tap. */
  taps: number;
  /** 1 for a ledger row's first tap, otherwise 0. */
  rows: number;
  /** People who came in. `ins` and `outs` do not include transfers. */
  ins: number;
  outs: number;
  moved: number;
  isUndo: boolean;
  /** The tap is an undo that was made after the day's end, so nobody was counting at `at`. */
  isAfterEnd: boolean;
  delayMs: number;
}

const LATE_LEVELS = [LATE_MS, 10 * MINUTE_MS, HOUR_MS] as const;

/**
 * Sums up what each device counted on a business day, and how late its taps arrived. Taps must come in order of time.
 */
export class DeviceTally {
  private readonly devices = new Map<string, DeviceFigures>();
  private readonly byClient = new Map<string, DeviceFigures>();
  private readonly quality: QualityFigures = { taps: 0, rows: 0, late: [0, 0, 0], latestMs: 0 };
  private lastTapAt = 0;

  constructor(private readonly clients: ReadonlyMap<string, ClientFact>) {}

  count(clientId: string, row: Tapped): void {
    const device = this.deviceOf(clientId, row.at);
    this.quality.rows += row.rows;
    this.quality.taps += row.taps;
    this.quality.latestMs = Math.max(this.quality.latestMs, row.delayMs);
    for (const [index, level] of LATE_LEVELS.entries()) {
      if (row.delayMs > level) this.quality.late[index] = (this.quality.late[index] ?? 0) + row.taps;
    }
    if (!row.isAfterEnd) this.heard(device, row.at);
    device.ins += row.ins;
    device.outs += row.outs;
    device.moves += row.moved;
    device.taps += row.taps;
    if (row.isUndo) device.undone += row.taps;
    if (row.delayMs > LATE_MS) device.lateTaps += row.taps;
    device.latestMs = Math.max(device.latestMs, row.delayMs);
  }

  /** A row that is no tap gives people back. The number is negative for an undo. */
  gaveBack(people: number): void {
    this.quality.rows += 1;
    this.quality.givenBack = (this.quality.givenBack ?? 0) + people;
  }

  end(): { devices: DeviceFigures[]; quality: QualityFigures } {
    for (const { lastTapAt, quietTimes } of this.devices.values()) {
      if (this.lastTapAt - lastTapAt >= DEVICE_QUIET_MS) quietTimes.push({ from: lastTapAt, to: this.lastTapAt });
    }
    return { devices: [...this.devices.values()], quality: this.quality };
  }

  private heard(device: DeviceFigures, at: number): void {
    if (at - device.lastTapAt >= DEVICE_QUIET_MS) device.quietTimes.push({ from: device.lastTapAt, to: at });
    device.lastTapAt = at;
    this.lastTapAt = at;
  }

  private deviceOf(clientId: string, at: number): DeviceFigures {
    const known = this.byClient.get(clientId);
    if (known !== undefined) return known;
    // A client that only polled, or that joined without a device id, counts as a device of its own.
    const { deviceId, deviceName, isAdmin, source }: Omit<ClientFact, 'clientId'> = this.clients.get(clientId) ?? {
      deviceId: clientId,
      deviceName: null,
      isAdmin: false,
    };
    // Anybody can send any device id, so a device of an access-code user is never merged with an admin's device.
    const key = `${isAdmin} ${deviceId}`;
    const device = this.devices.get(key) ?? newDevice({ deviceId, deviceName, isAdmin, source }, at);
    // The client that tapped last has the device's current name.
    device.deviceName = deviceName ?? device.deviceName;
    this.devices.set(key, device);
    this.byClient.set(clientId, device);
    return device;
  }
}

const newDevice = (
  { deviceId, deviceName, isAdmin, source }: Pick<DeviceFigures, 'deviceId' | 'deviceName' | 'isAdmin' | 'source'>,
  at: number,
): DeviceFigures => ({
  deviceId,
  deviceName,
  isAdmin,
  ...(source !== undefined && { source }),
  ins: 0,
  outs: 0,
  moves: 0,
  taps: 0,
  undone: 0,
  firstTapAt: at,
  lastTapAt: at,
  lateTaps: 0,
  latestMs: 0,
  quietTimes: [],
});
