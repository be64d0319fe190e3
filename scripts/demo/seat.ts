import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { readDownFrame } from '../../src/shared/protocol/codec';
import { PING } from '../../src/shared/protocol/version';
import { Device } from '../../test/support/socket-device';
import type { Api } from './api';
import { DEVICES } from './festival';
import type { PlannedTap } from './plan';

export interface SeatOptions {
  /** With the session of the access code. */
  api: Api;
  url: string;
  eventId: string;
  areaIds: readonly string[];
  /** Its place in DEVICES. */
  device: number;
  onAcked: (taps: readonly PlannedTap[]) => void;
  onFailure: (failure: Error) => void;
}

/** How one of the festival's devices stands at its door. */
export function doorOf(device: number) {
  const spec = DEVICES[device];
  if (spec === undefined) throw new Error(`The festival has no device ${device}`);
  const deviceId = `harbor-lights-${String(device).padStart(4, '0')}`;
  return { deviceId, deviceName: spec.name, direction: spec.direction };
}

/** A device while it is at the festival, and the frames of which the room has not said that it has them. */
export class Seat {
  private readonly options: SeatOptions;
  private readonly device: Device;
  /** As the web mints one at each page load. */
  private readonly clientId = randomBytes(16).toString('hex');
  private underWay: { lastSeq: number; taps: readonly PlannedTap[] }[] = [];
  private isLeaving = false;

  private constructor(options: SeatOptions, device: Device) {
    this.options = options;
    this.device = device;
    device.socket.on('close', (code) => {
      if (!this.isLeaving) this.fail(`was disconnected with ${code}`);
    });
  }

  /** Opens a socket and joins; throws when it is refused. */
  static async open(options: SeatOptions): Promise<Seat> {
    const { api, url, eventId, areaIds } = options;
    const socketUrl = `${url.replace('http', 'ws')}/api/events/${eventId}/socket?v=2`;
    const device = await Device.open({ socketUrl, headers: { cookie: api.cookie }, eventId, areaIds: [...areaIds] });
    const seat = new Seat(options, device);
    device.send({ type: 'join_event', eventId, clientId: seat.clientId, ...doorOf(options.device) });
    // The room gives up sockets without any.
    device.sendText(PING);
    await device.next('sync');
    seat.listen();
    return seat;
  }

  /** One frame of taps in the order of their seqs; `sentAt` is the device's clock, epoch ms. */
  send(taps: readonly PlannedTap[], sentAt: number): void {
    this.underWay.push({ lastSeq: taps.at(-1)?.seq ?? 0, taps });
    const wireTaps = taps.map(({ area, to, change, at, undoes }) => ({
      areaId: this.areaId(area),
      change,
      at,
      ...(undoes !== undefined && { undoes }),
      ...(to !== undefined && { to: this.areaId(to) }),
    }));
    this.device.sendTaps(wireTaps, taps[0]?.seq, sentAt);
  }

  /** Takes note of all alerts that are open, as a person at this device. Nothing else may be under way. */
  async acknowledge(): Promise<void> {
    const { api, eventId } = this.options;
    this.device.onText = null;
    this.device.send({ type: 'request_sync' });
    const { alerts = [] } = await this.device.next('sync');
    this.listen();
    for (const { alertId, acknowledgedAt } of alerts) {
      if (acknowledgedAt === null) await api.acknowledge(eventId, alertId, this.clientId);
    }
  }

  /** Answers once the server has heard of it. */
  async leave(): Promise<void> {
    this.isLeaving = true;
    const { socket } = this.device;
    if (socket.readyState === WebSocket.CLOSED) return;
    const closed = once(socket, 'close');
    socket.close(1000);
    await closed;
  }

  private listen(): void {
    this.device.onText = (text) => this.receive(text);
  }

  private receive(text: string): void {
    const frame = readDownFrame(text);
    if (frame?.type === 'error') this.fail(frame.message);
    if (frame?.type !== 'ack') return;
    const lost = [...(frame.rejected ?? []), ...(frame.floored ?? [])];
    if (lost.length > 0) this.fail(`not counted as planned: ${JSON.stringify(lost)}`);
    for (let first = this.underWay[0]; first !== undefined && first.lastSeq <= frame.seq; first = this.underWay[0]) {
      this.underWay.shift();
      this.options.onAcked(first.taps);
    }
  }

  private fail(what: string): void {
    this.options.onFailure(new Error(`${doorOf(this.options.device).deviceName}: ${what}`));
  }

  private areaId(area: number): string {
    const areaId = this.options.areaIds[area];
    if (areaId === undefined) throw new Error(`The festival has no area ${area}`);
    return areaId;
  }
}
