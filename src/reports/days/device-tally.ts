import { HOUR_MS, LATE_MS, MINUTE_MS, SILENCE_MS } from '../../shared/limits';
import type { ClientFact } from '../facts';
import type { DeviceFigures, QualityFigures } from '../figures';

/** One tap, or a run without single times, as far as it says how somebody counted. */
export interface Tapped {
  /** Epoch ms. */
  at: number;
  /** 0 for the second row of a transfer, which is one tap. */
  taps: number;
  /** 1 for a ledger row's first tap, otherwise 0. */
  rows: number;
  /** Without transfers. */
  ins: number;
  outs: number;
  moved: number;
  isUndo: boolean;
  /** Undone after the day's end: nobody was seen counting at `at`. */
  isAfterEnd: boolean;
  delayMs: number;
}

const LATE_LEVELS = [LATE_MS, 10 * MINUTE_MS, HOUR_MS] as const;

/** What a business day's devices have counted, and how well. Taps come in order of their times. */
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

  end(): { devices: DeviceFigures[]; quality: QualityFigures } {
    for (const { lastTapAt, silences } of this.devices.values()) {
      if (this.lastTapAt - lastTapAt >= SILENCE_MS) silences.push({ from: lastTapAt, to: this.lastTapAt });
    }
    return { devices: [...this.devices.values()], quality: this.quality };
  }

  private heard(device: DeviceFigures, at: number): void {
    if (at - device.lastTapAt >= SILENCE_MS) device.silences.push({ from: device.lastTapAt, to: at });
    device.lastTapAt = at;
    this.lastTapAt = at;
  }

  private deviceOf(clientId: string, at: number): DeviceFigures {
    const known = this.byClient.get(clientId);
    if (known !== undefined) return known;
    // A client that only polled, or joined without a device id, is a device of its own.
    const { deviceId, deviceName, isAdmin } = this.clients.get(clientId) ?? {
      deviceId: clientId,
      deviceName: null,
      isAdmin: false,
    };
    // Anybody may claim any device id, so a device that came with an access code is never taken for an admin's.
    const key = `${isAdmin} ${deviceId}`;
    const device = this.devices.get(key) ?? newDevice({ deviceId, deviceName, isAdmin }, at);
    // The client that came last knows the device's present name.
    device.deviceName = deviceName ?? device.deviceName;
    this.devices.set(key, device);
    this.byClient.set(clientId, device);
    return device;
  }
}

const newDevice = (
  { deviceId, deviceName, isAdmin }: Pick<DeviceFigures, 'deviceId' | 'deviceName' | 'isAdmin'>,
  at: number,
): DeviceFigures => ({
  deviceId,
  deviceName,
  isAdmin,
  ins: 0,
  outs: 0,
  moves: 0,
  taps: 0,
  undone: 0,
  firstTapAt: at,
  lastTapAt: at,
  lateTaps: 0,
  latestMs: 0,
  silences: [],
});
