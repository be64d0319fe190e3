import type { DownFrame } from '../../src/shared/protocol/down';
import type { Api } from './api';
import { DemoDevice, deviceSpec, newClientId } from './device';
import type { PlannedTap } from './plan';

export interface SeatOptions {
  /** With the session of the access code. */
  api: Api;
  url: string;
  eventId: string;
  areaIds: readonly string[];
  device: number;
  onAcked: (taps: readonly PlannedTap[]) => void;
  onFailure: (failure: Error) => void;
}

/** A device while it is at the festival, and the frames of which the room has not said that it has them. */
export class Seat {
  private readonly options: SeatOptions;
  private readonly clientId = newClientId();
  private device: DemoDevice | undefined;
  private underWay: { lastSeq: number; taps: readonly PlannedTap[] }[] = [];
  private isLeaving = false;

  private constructor(options: SeatOptions) {
    this.options = options;
  }

  static async open(options: SeatOptions): Promise<Seat> {
    const seat = new Seat(options);
    const { api, onFailure, device } = options;
    const joined = await DemoDevice.join({
      ...options,
      cookie: api.cookie,
      clientId: seat.clientId,
      onFrame: (frame) => seat.receive(frame),
      onClose: (code) => {
        if (!seat.isLeaving) onFailure(new Error(`${deviceSpec(device).name} was disconnected with ${code}`));
      },
    });
    seat.device = joined.device;
    return seat;
  }

  /** One frame of taps in order; `sentAt` is the device's clock, epoch ms. */
  send(taps: readonly PlannedTap[], sentAt: number): void {
    this.underWay.push({ lastSeq: taps.at(-1)?.seq ?? 0, taps });
    this.device?.send(taps, sentAt);
  }

  /** Takes note of all alerts that are open, as a person at this device. */
  async acknowledge(): Promise<void> {
    const { api, eventId } = this.options;
    const sync = await this.device?.resync();
    for (const { alertId, acknowledgedAt } of sync?.alerts ?? []) {
      if (acknowledgedAt === null) await api.acknowledge(eventId, alertId, this.clientId);
    }
  }

  async leave(): Promise<void> {
    this.isLeaving = true;
    await this.device?.leave();
  }

  private receive(frame: DownFrame): void {
    const { device, onAcked, onFailure } = this.options;
    const { name } = deviceSpec(device);
    if (frame.type === 'error') onFailure(new Error(`${name}: ${frame.message}`));
    if (frame.type !== 'ack') return;
    const lost = [...(frame.rejected ?? []), ...(frame.floored ?? [])];
    if (lost.length > 0) onFailure(new Error(`${name}: not counted as planned: ${JSON.stringify(lost)}`));
    for (let first = this.underWay[0]; first !== undefined && first.lastSeq <= frame.seq; first = this.underWay[0]) {
      this.underWay.shift();
      onAcked(first.taps);
    }
  }
}
