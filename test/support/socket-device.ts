import { WebSocket } from 'ws';
import type { DownFrame, Sync } from '../../src/shared/protocol/down';
import type { Tap } from '../../src/shared/protocol/up';
import { RawDevice } from './device.ts';
import type { Subject, Venue } from './venue.ts';

/** A device on a real socket. After `join` only `onText` receives its messages. */
export class Device extends RawDevice<WebSocket> {
  private readonly eventId: string;
  /** The seq of the next tap; a device that joins again continues from the room's last seq. */
  seq = 1;

  private constructor(socket: WebSocket, eventId: string) {
    super(socket, (text) => JSON.parse(text));
    this.eventId = eventId;
  }

  static async open({ socketUrl, headers, eventId }: Venue): Promise<Device> {
    // With compression, the load generator would be the bottleneck instead of the server.
    const socket = new WebSocket(socketUrl, { headers, perMessageDeflate: false });
    const device = new Device(socket, eventId);
    await new Promise((resolve, reject) => {
      socket.once('open', resolve);
      socket.on('error', reject);
    });
    return device;
  }

  async joinAs(clientId: string): Promise<Sync> {
    this.send({ type: 'join_event', eventId: this.eventId, clientId });
    return await this.next('sync');
  }

  /** @param welcome the beginning of the room's answer; a display gets only its one kind of message */
  static async join(subject: Subject, venue: Venue, number: number, welcome = '{"type":"sync"'): Promise<Device> {
    const device = await Device.open(venue);
    if (subject === 'room') {
      const clientId = `test-device-${String(number).padStart(8, '0')}`;
      device.send({ type: 'join_event', eventId: venue.eventId, clientId });
      const isWelcome = ({ type }: DownFrame) => welcome.endsWith(`"${type}"`);
      const said = await device.until(() => device.frames.find(isWelcome), welcome);
      if (said.type === 'sync') device.seq = said.lastSeq + 1;
    }
    device.onText = () => {};
    return device;
  }

  /** Sends these taps from the next seq on; returns the seq of the last one. */
  sendTaps(taps: readonly Tap[], seq = this.seq, sentAt = Date.now()): number {
    this.seq = seq + taps.length;
    this.send({ type: 'update_occupancy', eventId: this.eventId, seq, sentAt, taps: [...taps] });
    return this.seq - 1;
  }

  /** Sends the next `taps` taps, on one area or on several in turn; returns the seq of the last one. */
  tap(areaIds: string | readonly string[], taps: number): number {
    const at = Date.now();
    const from = this.seq;
    const areaOf = (i: number) =>
      typeof areaIds === 'string' ? areaIds : (areaIds[(from + i) % areaIds.length] ?? '');
    return this.sendTaps(Array.from({ length: taps }, (_, i) => ({ areaId: areaOf(i), change: 1, at })));
  }
}

/** Joins `count` devices, a few at a time. */
export async function joinAll(subject: Subject, venue: Venue, count: number): Promise<Device[]> {
  const devices: Device[] = [];
  for (let from = 0; from < count; from += 50) {
    const size = Math.min(50, count - from);
    devices.push(...(await Promise.all(Array.from({ length: size }, (_, i) => Device.join(subject, venue, from + i)))));
  }
  return devices;
}
