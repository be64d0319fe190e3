import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { readDownFrame } from '../../src/shared/protocol/codec';
import { PING, PROTOCOL_VERSION } from '../../src/shared/protocol/version';
import { Device } from '../../test/support/socket-device';
import type { Api } from '../../test/support/api';
import type { PlannedTap } from './plan';
import type { Door } from './shows/show';

export interface SeatOptions {
  /** The calls, made with the session of an access-code user. */
  api: Api;
  url: string;
  eventId: string;
  areaIds: readonly string[];
  /** Returns the id under which the room counts a tap's area. */
  idOf: (area: number, place: PlannedTap['place']) => string;
  door: Door;
  onAcked: (taps: readonly PlannedTap[]) => void;
  onFailure: (failure: Error) => void;
}

/** A device during an event: its socket, and the frames that the room has not acknowledged yet. */
export class Seat {
  private readonly options: SeatOptions;
  private readonly device: Device;
  /** The web creates a client id at each page load, too. */
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

  /** Opens a socket and joins the event. Throws if the room refuses. */
  static async open(options: SeatOptions): Promise<Seat> {
    const { api, url, eventId, areaIds } = options;
    const socketUrl = `${url.replace('http', 'ws')}/api/events/${eventId}/socket?v=${PROTOCOL_VERSION}`;
    const device = await Device.open({ socketUrl, headers: { cookie: api.cookie }, eventId, areaIds: [...areaIds] });
    const seat = new Seat(options, device);
    device.send({ type: 'join_event', eventId, clientId: seat.clientId, ...options.door });
    // The room closes sockets that never send a ping.
    device.sendText(PING);
    await device.next('sync');
    seat.listen();
    return seat;
  }

  /** Sends one frame of taps in the order of their seqs. `sentAt` is the device's clock, epoch ms. */
  send(taps: readonly PlannedTap[], sentAt: number): void {
    this.underWay.push({ lastSeq: taps.at(-1)?.seq ?? 0, taps });
    const wireTaps = taps.map(({ area, to, place, change, at, undoes }) => ({
      areaId: this.options.idOf(area, place),
      change,
      at,
      ...(undoes !== undefined && { undoes }),
      ...(to !== undefined && { to: this.options.idOf(to, place) }),
    }));
    this.device.sendTaps(wireTaps, taps[0]?.seq, sentAt);
  }

  /** Acknowledges all open alerts, as a person at this device would. No frame may be under way meanwhile. @param note what was done */
  async acknowledge(note?: string): Promise<void> {
    const { api, eventId } = this.options;
    this.device.onText = null;
    this.device.send({ type: 'request_sync' });
    const { alerts = [] } = await this.device.next('sync');
    this.listen();
    for (const { alertId, acknowledgedAt } of alerts) {
      if (acknowledgedAt === null)
        await api.acknowledge(eventId, alertId, { clientId: this.clientId, ...(note && { note }) });
    }
  }

  async confirm(orderId: string): Promise<void> {
    const { api, eventId, door } = this.options;
    await api.confirmOrder(eventId, orderId, { clientId: this.clientId, ...door });
  }

  /** Closes the socket and waits until the server has closed it, too. */
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
    this.options.onFailure(new Error(`${this.options.door.deviceName}: ${what}`));
  }
}
